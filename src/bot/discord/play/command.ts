import { COLORS, type Color } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { clean, cut } from '../../../base/text.ts';
import { RATING } from '../../../chess/rating.ts';
import { nameOf } from '../../../chess/words.ts';
import { makeLink } from '../../../lichess/link.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { BotContext, Session, SlashCommand } from '../core/context.ts';
import { choiceOption, described, wholeOption } from '../core/description.ts';
import { escapeMarkdown } from '../core/escape-markdown.ts';
import type { Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';
import { maiasMove } from './opponent.ts';
import { isMaiasTurn, newGame, readState, withMove } from './state.ts';
import { showGame } from './view.ts';

/** Minutes, and seconds a move. */
const CLOCKS = ['1+0', '3+2', '5+3', '10+5', '15+10', '30+20'] as const;
type ClockName = (typeof CLOCKS)[number];
const USUAL: ClockName = '5+3';

const MAX_NAME = 40;

export const playCommand: SlashCommand = {
  description: described(
    'play',
    wholeOption(optionWords('play', 'rating'), RATING),
    choiceOption(optionWords('play', 'color'), [...COLORS, 'random'], side => `color.${side}`),
    choiceOption(optionWords('play', 'where'), ['discord', 'lichess'], place => `play.on-${place}`),
    {
      ...optionWords('play', 'clock'),
      type: ApplicationCommandOptionType.String,
      choices: CLOCKS.map(clock => ({ name: clock, value: clock })),
    },
  ),
  async run(asked, session, context, requester) {
    const { options } = asked;
    const color = COLORS.find(side => side === options.getString('color')) ?? randomColor();
    const wished = options.getInteger('rating');
    if (options.getString('where') === 'lichess')
      return playOnLichess({ color, rating: wished, clock: options.getString('clock') }, session, context, requester);
    const { games } = context.store;
    const place = { owner: requester.user, server: requester.server };
    const unfinished = games.unfinished(place);
    const known = unfinished && readState(unfinished.state);
    // Its message may be far up by now, or gone: the game goes on in this one.
    if (known)
      return showGame({ ...unfinished, state: known }, requester, { note: requester.voice.say('play.already') });
    const rating = wished ?? requester.settings.rating;
    const fresh = newGame({ color, rating, name: cut(clean(asked.user.displayName), MAX_NAME) || nameOf(color) });
    const urgency = { owner: `discord:${requester.user}`, meter: session.meter, signal: session.signal };
    const state = isMaiasTurn(fresh) ? withMove(fresh, await maiasMove(fresh, context, urgency)) : fresh;
    return showGame({ ...games.begin(place, state), state }, requester);
  },
};

const randomColor = (): Color => (Math.random() < 0.5 ? 'white' : 'black');

interface LichessWish {
  color: Color;
  rating: number | null;
  clock: string | null;
}

/** A game against Kibitz on Lichess, for the first player who opens the link. */
async function playOnLichess(
  wish: LichessWish,
  { signal }: Session,
  context: BotContext,
  requester: Requester,
): Promise<Reply> {
  const { lichessBot, lichessUrl } = context;
  const { voice, user } = requester;
  if (!lichessBot) throw new Fault('bad-input', voice.say('play.no-lichess'));
  const clock = CLOCKS.find(name => name === wish.clock) ?? USUAL;
  const [minutes = 0, increment = 0] = clock.split('+').map(Number);
  const { color } = wish;
  const terms = { limit: 60 * minutes, increment, color, rating: wish.rating ?? undefined };
  const { url } = await lichessBot.invite(terms, { signal });
  const name = `**${escapeMarkdown(lichessBot.name)}**`;
  const page = makeLink({ kind: 'user', name: lichessBot.name }, lichessUrl);
  const lines = [
    voice.say('play.lichess', { user: `<@${user}>`, name, clock, color: voice.say(`color.${color}`) }),
    url,
    `-# ${voice.say('play.lichess-first')} ${voice.say('play.lichess-direct', { name, page: `<${page}>` })}`,
  ];
  return { content: lines.join('\n') };
}
