import { lightUser, userJson } from './account.ts';
import { type Call, ID, path, type Route } from './call.ts';
import { jsonOf, pgnOf, wantsOf } from './export.ts';
import type { Loopback } from './loopback.ts';
import { json, lines, NOT_FOUND, problem, type Reply, stream, text } from './reply.ts';
import type { Seen } from './request.ts';
import type { Round } from './round.ts';
import { perfOf } from './setting.ts';

/** What everybody may ask. */

const PGN = 'application/x-chess-pgn';
const exported = (lichess: Loopback, { headers, query }: Seen, round: Round): Reply =>
  headers.accept === 'application/json'
    ? json(jsonOf(round, lichess.url, wantsOf(query)))
    : text(pgnOf(round, lichess.url, wantsOf(query)), PGN);

function exportGame({ lichess, request, ids: [id = ''] }: Call): Reply {
  const round = lichess.rounds.get(id);
  return round ? exported(lichess, request, round) : given(lichess.games.get(id));
}

/** Newest first. Games that were given as PGN count as the oldest. */
function gamesOf({ lichess, request: { headers, query }, ids: [name = ''] }: Call): Reply {
  const account = lichess.accounts.get(name.toLowerCase());
  const pgns = [...lichess.games.values()].filter(pgn => playersOf(pgn).includes(name.toLowerCase()));
  if (!account && pgns.length === 0) return NOT_FOUND;
  const wanted = (round: Round): boolean =>
    (round.over ? query.get('finished') !== 'false' : query.get('ongoing') === 'true') &&
    (query.get('rated') ?? String(round.setting.rated)) === String(round.setting.rated) &&
    (query.get('perfType')?.split(',').includes(perfOf(round.setting)) ?? true) &&
    (query.get('vs') === null || Object.values(round.players).some(({ id }) => id === query.get('vs')?.toLowerCase()));
  const rounds = account ? lichess.playedBy(account).filter(wanted).reverse() : [];
  const max = Number(query.get('max') ?? Number.POSITIVE_INFINITY);
  const wants = wantsOf(query);
  if (headers.accept === 'application/x-ndjson')
    return lines(rounds.slice(0, max).map(round => jsonOf(round, lichess.url, wants)));
  const texts = [...rounds.map(round => pgnOf(round, lichess.url, wants)), ...pgns.reverse()];
  return text(texts.slice(0, max).join(''), PGN);
}

const playersOf = (pgn: string): string[] =>
  [...pgn.matchAll(/^\[(?:White|Black) "([^"]*)"\]$/gm)].map(([, name = '']) => name.toLowerCase());

function watchGame({ lichess, ids: [id = ''] }: Call): Reply {
  const round = lichess.rounds.get(id);
  if (!round) return NOT_FOUND;
  if (!lichess.audience.watchable) return problem(429, 'Please only run 8 request(s) at a time');
  return stream(open => lichess.audience.watch(round, open));
}

function statuses({ lichess, request: { query } }: Call): Reply {
  const accounts = (query.get('ids') ?? '').split(',').flatMap(id => lichess.accounts.get(id.toLowerCase()) ?? []);
  return json(
    accounts.map(account => {
      const round = lichess.playedBy(account).find(({ over }) => !over);
      const game = round && { playing: true, ...(query.get('withGameIds') === 'true' && { playingId: round.id }) };
      return { ...lightUser(account), online: true, ...game };
    }),
  );
}

function testTokens({ lichess, request: { body } }: Call): Reply {
  const tokens = body.split(',').map(token => {
    const account = lichess.bearer(token.trim());
    return [token.trim(), account ? { userId: account.id, scopes: account.scopes.join(','), expires: null } : null];
  });
  return json(Object.fromEntries(tokens));
}

const given = (found: string | undefined, type = PGN): Reply => (found === undefined ? NOT_FOUND : text(found, type));

export const PUBLIC_ROUTES: readonly Route[] = [
  ['GET', path(`/api/stream/game/${ID}`), watchGame],
  ['GET', path('/api/tv/feed'), ({ lichess }) => stream(open => lichess.audience.watchTv(open))],
  ['GET', path('/api/users/status'), statuses],
  ['GET', path('/api/games/user/([\\w-]+)'), gamesOf],
  ['GET', path(`/game/export/${ID}`), exportGame],
  [
    'GET',
    path('/api/puzzle/(\\w+)'),
    ({ lichess: { puzzles }, ids: [id = ''] }) => given(puzzles.get(id), 'application/json'),
  ],
  ['POST', path('/api/token/test'), testTokens],
  ['GET', path(`/api/study/${ID}/${ID}\\.pgn`), ({ lichess: { chapters }, ids }) => given(chapters.get(ids.join('/')))],
  [
    'GET',
    path('/api/user/([\\w-]+)'),
    ({ lichess, ids: [name = ''] }) => {
      const account = lichess.accounts.get(name.toLowerCase());
      return account ? json(userJson(account, lichess.url)) : given(lichess.users.get(name.toLowerCase()));
    },
  ],
];
