import type { Color } from 'chessops/types';
import { type Account, isBot, type Scope, userJson } from './account.ts';
import { type Call, ID, path, type Route } from './call.ts';
import { type Challenge, DECLINE_REASONS, type DeclineReason } from './challenge.ts';
import type { Loopback } from './loopback.ts';
import { PUBLIC_ROUTES } from './public.ts';
import { done, json, lines, NOT_FOUND, OK, problem, type Reply, stream } from './reply.ts';
import type { Seen } from './request.ts';
import type { ChatLine, Room, Round } from './round.ts';
import { type Setting, VARIANTS, type VariantKey } from './setting.ts';
import { gameFull, gameInfo, gameState } from './views.ts';

/** Everything that can be asked of this Lichess, first of all by players: https://lichess.org/api */

const formOf = ({ body }: Seen): URLSearchParams => new URLSearchParams(body);

// Who may ask

const bearerIn = ({ headers }: Seen): string => headers.authorization?.replace(/^Bearer /, '') ?? '';

/** For everybody with a token that is good for one of these. */
const signedIn =
  (scopes: readonly Scope[], handle: (call: Call, me: Account) => Reply) =>
  (call: Call): Reply => {
    const { lichess, request } = call;
    const me = lichess.bearer(bearerIn(request));
    if (!me) return problem(401, 'No such token');
    if (scopes.length > 0 && !scopes.some(scope => me.scopes.includes(scope)))
      return problem(403, `Missing scope: ${scopes.join(' or ')}`);
    return handle(call, me);
  };

const NOT_A_BOT =
  'This endpoint can only be used with a Bot account. See https://lichess.org/api#operation/botAccountUpgrade';

/** For bots, in a game of their own. */
/** As the players' chat has it: that of the spectators is another. */
const playersLine = ({ room, username, text }: ChatLine) => (room === 'player' ? [{ user: username, text }] : []);

const inGame = (handle: (call: Call, round: Round, color: Color, me: Account) => Reply) =>
  signedIn(['bot:play'], (call, me) => {
    if (!isBot(me)) return problem(400, NOT_A_BOT);
    const round = call.lichess.rounds.get(call.ids[0] ?? '');
    const color = round?.colorOf(me);
    return round && color ? handle(call, round, color, me) : NOT_FOUND;
  });

const CHALLENGES: readonly Scope[] = ['challenge:write', 'bot:play', 'board:play'];

const onChallenge = (handle: (call: Call, challenge: Challenge, me: Account) => boolean) =>
  signedIn(CHALLENGES, (call, me) => {
    const challenge = call.lichess.challenges.get(call.ids[0] ?? '');
    return challenge && handle(call, challenge, me) ? OK : NOT_FOUND;
  });

// What they are told

function gameStream({ laws }: Loopback, round: Round, color: Color): Reply {
  return stream(open => {
    const tell = (line: object) => {
      const told = laws.telling(round, color);
      void open.send(line).then(sent => sent && told());
    };
    tell(gameFull(round));
    if (round.over) return open.end();
    const stop = round.listen(news => {
      if (news.kind === 'chat') void open.send({ type: 'chatLine', ...news.line });
      else if (news.kind === 'gone') {
        if (news.color === color) return;
        const { claimIn } = news;
        void open.send({
          type: 'opponentGone',
          gone: claimIn !== undefined,
          ...(claimIn !== undefined && { claimWinInSeconds: claimIn }),
        });
      } else {
        tell(gameState(round));
        if (news.kind === 'over') open.end();
      }
    });
    open.onClose(stop);
  });
}

function nowPlaying({ lichess, request }: Call, me: Account): Reply {
  const running = lichess.playedBy(me).filter(round => !round.over);
  const games = running.map(round => gameInfo(round, round.colorOf(me) as Color));
  const nowPlaying = games
    .slice(0, Number(request.query.get('nb') ?? 9))
    .map(({ status, ...game }) => ({ ...game, status: status.name }));
  return json({ nowPlaying, nbMyTurn: games.filter(({ isMyTurn }) => isMyTurn).length });
}

// What they want

function wishOf(form: URLSearchParams): Partial<Setting> & { color?: Color } {
  const limit = form.get('clock.limit');
  const variant = form.get('variant') ?? '';
  const days = form.get('days');
  const color = form.get('color');
  return {
    ...(limit !== null && { clock: { limit: Number(limit), increment: Number(form.get('clock.increment')) } }),
    ...(days !== null && { days: Number(days) }),
    ...(variant in VARIANTS && { variant: variant as VariantKey }),
    ...(form.has('fen') && { fen: form.get('fen') ?? '' }),
    ...((color === 'white' || color === 'black') && { color }),
    rated: form.get('rated') === 'true',
  };
}

function upgrade({ games, title }: Account): string | undefined {
  if (title === 'BOT') return undefined;
  return games > 0 ? 'This account has already played games.' : undefined;
}

const colorIn = (query: URLSearchParams): Color | undefined =>
  (['white', 'black'] as const).find(color => query.get('color') === color);

const yes = (word: string | undefined): boolean => word === 'yes' || word === 'true';

const game = (action: string): RegExp => path(`/api/bot/game/${ID}/${action}`);

const ROUTES: readonly Route[] = [
  ['GET', path('/api/account'), signedIn([], ({ lichess }, me) => json(userJson(me, lichess.url)))],
  ['GET', path('/api/account/playing'), signedIn([], nowPlaying)],
  [
    'GET',
    path('/api/stream/event'),
    signedIn(['challenge:read', 'bot:play', 'board:play'], ({ lichess }, me) =>
      stream(open => lichess.openEvents(me, open)),
    ),
  ],
  ['GET', path(`/api/bot/game/stream/${ID}`), inGame(({ lichess }, round, color) => gameStream(lichess, round, color))],
  [
    'POST',
    game('move/(\\w+)'),
    inGame(({ lichess: { laws }, request, ids: [, uci = ''] }, round, color) => {
      const refusal = round.play(color, uci);
      laws.moved(round, color, uci, refusal, request);
      if (refusal === undefined && request.query.get('offeringDraw') === 'true') round.draw(color, true);
      return done(refusal);
    }),
  ],
  [
    'POST',
    game('chat'),
    inGame(({ lichess: { laws }, request }, round, _, { name }) => {
      const form = formOf(request);
      const [room, words] = [form.get('room') as Room, form.get('text') ?? ''];
      laws.said(round, name, room, words);
      round.say(name, room, words);
      return OK;
    }),
  ],
  ['GET', game('chat'), inGame((_, { chat }) => lines(chat.flatMap(playersLine)))],
  ['POST', game('abort'), inGame((_, round) => done(round.abort()))],
  ['POST', game('resign'), inGame((_, round, color) => done(round.resign(color)))],
  [
    'POST',
    game('draw/(\\w+)'),
    inGame(({ ids }, round, color) => {
      round.draw(color, yes(ids[1]));
      return OK;
    }),
  ],
  [
    'POST',
    game('takeback/(\\w+)'),
    inGame(({ ids }, round, color) => {
      round.takeback(color, yes(ids[1]));
      return OK;
    }),
  ],
  ['POST', game('claim-victory'), inGame((_, round, color) => done(round.claimVictory(color)))],
  [
    'POST',
    path('/api/bot/account/upgrade'),
    signedIn(['bot:play'], (_, me) => {
      const refusal = upgrade(me);
      if (refusal === undefined) me.title = 'BOT';
      return done(refusal);
    }),
  ],
  [
    'POST',
    path(`/api/challenge/${ID}/accept`),
    onChallenge(({ lichess, request }, challenge, me) => lichess.accept(challenge, me, colorIn(request.query))),
  ],
  [
    'POST',
    path(`/api/challenge/${ID}/decline`),
    onChallenge(({ lichess, request }, challenge, me) => {
      const reason = formOf(request).get('reason') ?? 'generic';
      return lichess.decline(challenge, me, reason in DECLINE_REASONS ? (reason as DeclineReason) : 'generic');
    }),
  ],
  [
    'POST',
    path(`/api/challenge/${ID}/cancel`),
    onChallenge(({ lichess }, challenge, me) => challenge.from === me && lichess.cancel(challenge)),
  ],
  [
    'POST',
    path('/api/challenge/open'),
    ({ lichess, request }) => {
      // https://github.com/lichess-org/lila/blob/master/app/controllers/Challenge.scala: nobody, or somebody who may.
      const me = lichess.bearer(bearerIn(request));
      if (me && !me.scopes.includes('challenge:write')) return problem(403, 'Missing scope: challenge:write');
      return json(lichess.openChallenge(wishOf(formOf(request))).json());
    },
  ],
  ...PUBLIC_ROUTES,
];

export function replyTo(lichess: Loopback, request: Seen): Reply {
  for (const [method, pattern, handle] of ROUTES) {
    const ids = method === request.method ? pattern.exec(request.path)?.slice(1) : undefined;
    if (ids) return handle({ lichess, request, ids });
  }
  return NOT_FOUND;
}
