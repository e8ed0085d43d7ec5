import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { HandService, makeStore, startBot } from '../../../support/discord/bot.ts';
import type { Discord } from '../../../support/discord/discord.ts';
import type { Message } from '../../../support/discord/message.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import type { Loopback } from '../../../support/lichess/loopback.ts';
import { Round } from '../../../support/lichess/round.ts';
import type { Setting } from '../../../support/lichess/setting.ts';
import { startLichess } from '../../../support/lichess/start.ts';

/** A server whose members follow games on a Lichess of our own; time passes when a test says so. */

export async function club(options: Partial<DiscordBotOptions> = {}) {
  const clock = new VirtualClock();
  const [discord, lichess] = [await startDiscord(), await startLichess({ clock })];
  const service = new HandService();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const store = makeStore({ now });
  const client = new LichessClient({ url: lichess.url, userAgent: 'test', clock });
  const given = { service, store, lichess: client, now, ...options };
  const running = await startBot(discord, given);
  /** Another process, after this one. */
  const restart = async (changes: Partial<DiscordBotOptions> = {}) => {
    await running.bot.close();
    return startBot(discord, { ...given, ...changes });
  };
  /** By the clock on the wall, by which nobody waits. */
  const later = (ms: number) => {
    ahead += ms;
  };
  return {
    ...{ clock, discord, lichess, service, store, restart, later },
    anna: discord.user('anna'),
    ben: discord.user('ben'),
    ...running,
  };
}
export type Club = Awaited<ReturnType<typeof club>>;

/** So much of it that what is under way gets through before more passes: nothing is late, nobody seems dead. */
export async function pass({ clock }: Pick<Club, 'clock'>, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await clock.advance(Math.min(STEP_MS, left));
    await sleep(REAL_MS);
  }
}
const STEP_MS = 2_000;
const REAL_MS = 15;
/** While something is awaited, less at a time: deadlines of ten seconds are not met by accident. */
const SMALL_STEP_MS = 250;
const SMALL_REAL_MS = 5;

/** Lets time pass until something holds. */
export async function passUntil<T>(world: Pick<Club, 'clock'>, find: () => T | undefined, what: string): Promise<T> {
  const end = Date.now() + 40_000;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await world.clock.advance(SMALL_STEP_MS);
    await sleep(SMALL_REAL_MS);
  }
}

const BLITZ: Setting = { variant: 'standard', rated: true, clock: { limit: 300, increment: 3 } };

/** Two people who begin to play. */
export function game(lichess: Loopback, id: string, { white = 'Wanda', black = 'Boris', setting = BLITZ } = {}): Round {
  const players = { white: lichess.account(white, { rating: 1710 }), black: lichess.account(black, { rating: 1695 }) };
  const round = new Round({ id, players, setting, clock: lichess.clock });
  lichess.begin(round);
  return round;
}

export function play(round: Round, moves: string): void {
  for (const uci of moves.split(' ')) {
    const refusal = round.play(round.turn, uci);
    if (refusal !== undefined) throw new Error(`${uci}: ${refusal}`);
  }
}

/** What the bot has written into the channel without being asked, oldest first. */
export const posts = ({ messages, bot }: Discord): Message[] =>
  [...messages.values()].filter(({ author, asked, deleted }) => author.id === bot.id && !asked && !deleted);

/** The alternative text of its picture: the position in words. */
export const picture = (message: Message): string => message.attachments[0]?.description ?? '';
