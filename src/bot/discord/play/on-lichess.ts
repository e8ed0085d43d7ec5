import type { Color } from 'chessops/types';
import { Fault } from '../../../base/fault.ts';
import { makeLink } from '../../../lichess/link.ts';
import type { BotContext, Session } from '../core/context.ts';
import { escapeMarkdown } from '../core/escape-markdown.ts';
import type { Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';

/** Minutes and seconds a move, as everybody writes them. */
export const CLOCKS = ['1+0', '3+2', '5+3', '10+5', '15+10', '30+20'] as const;
type ClockName = (typeof CLOCKS)[number];
const USUAL: ClockName = '5+3';

interface LichessWish {
  color: Color;
  rating: number | null;
  clock: string | null;
}

/** A game against Kibitz on Lichess, for whoever opens the link first. */
export async function playOnLichess(
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
