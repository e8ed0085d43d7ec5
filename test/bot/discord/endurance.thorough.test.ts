import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_CACHED } from '../../../src/bot/discord/core/report-views.ts';
import { amount } from '../../support/amount.ts';
import { builtFile } from '../../support/built.ts';
import type { Discord } from '../../support/discord/discord.ts';
import { isDone } from '../../support/discord/done.ts';
import type { Message } from '../../support/discord/message.ts';
import { PLACES } from '../../support/discord/places.ts';
import { startDiscord } from '../../support/discord/start.ts';
import type { User } from '../../support/discord/user.ts';
import { lichessPgn } from '../../support/lichess/pgn.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { until } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/settings.ts';
import { ENDLESS, type Health } from './health.ts';

/** A bot that lives long: what it has done is over, and nothing of it stays. */

const COMMANDS = amount(1_000, 10_000);
/** By then everything has been used, compiled and cached. */
const WARM = COMMANDS / 5;
const PEOPLE = 1_000;

const GAME = 'abcdefgh';

async function enduring(discord: Discord, lichessUrl: string): Promise<ChildProcess> {
  const script = builtFile(new URL('enduring.ts', import.meta.url));
  const child = fork(script, [discord.api, discord.token, temporaryFolder(), lichessUrl], {
    execArgv: ['--expose-gc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** How it is, once it is as wanted, or will not be any more. It takes a moment to say: not too often. */
async function healthOf(child: ChildProcess, holds: (health: Health) => boolean, tries = 60): Promise<Health> {
  child.send('how are you?');
  const [health] = (await once(child, 'message')) as [Health];
  if (holds(health) || tries <= 1) return health;
  await sleep(1_000);
  return healthOf(child, holds, tries - 1);
}

/** Something that a user does, and what they wait for. */
type Deed = (somebody: User, somebodyElse: User, discord: Discord) => Promise<unknown>;

const done = (asked: ReturnType<User['types']>) => asked.replyThat(isDone, 'it is done');
const becomes = (message: Message, holds: () => boolean) => message.until(() => holds() || undefined, 'it has changed');

const DEEDS: Record<string, Deed> = {
  evaluation: user => done(user.types('/eval', { position: 'e4 e5 Nf3' })),
  board: user => done(user.types('/board', { position: 'e4 c5', flip: true })),
  help: user => user.types('/help').reply(),
  status: user => done(user.types('/status')),
  mistake: user => user.types('/eval', { position: 'e5' }).followUp(),
  suggestions: user => user.autocompletes('/eval', { position: 'e' }).suggestions(),
  cancel: async user => {
    const asked = user.types('/eval', { position: ENDLESS.san });
    user.presses(await asked.reply(), 'Cancel');
    await done(asked);
  },
  views: async (user, other) => {
    const message = await done(user.types('/weigh', { word: 'light' }));
    user.presses(message, 'loud');
    await becomes(message, () => message.content.startsWith('LIGHT'));
    if (other.sees(message)) await other.presses(message, 'loud').reply();
  },
  analysis: async user => {
    const message = await done(user.types('/analyze', { position: 'startpos' }));
    const before = message.versions.length;
    user.presses(message, 'Flip');
    await becomes(message, () => message.versions.length > before);
  },
  link: async (user, _, { bot, messages }) => {
    const nonce = user.says(`look: https://lichess.org/${GAME}`).id;
    if (user.place !== 'server') return;
    const isReply = (one: Message) => one.author.id === bot.id && one.nonce === nonce;
    await until(() => [...messages.values()].some(isReply), 'the link has a reply');
  },
};

/** How many times each is done in a round: pictures take longer than everything else. */
const ROUND: Record<keyof typeof DEEDS, number> = {
  ...{ evaluation: 10, help: 4, status: 4, mistake: 4, suggestions: 4, cancel: 3, views: 4 },
  ...{ board: 2, analysis: 1, link: 1 },
};
const ROUND_DEEDS = Object.entries(ROUND).flatMap(([name, times]) => Array<string>(times).fill(name));

/**
 * Between the first look and the last. An interaction that stayed would take four thousand bytes or more. Pictures of
 * replies are outside the heap: those that were wanted last are remembered, and take up to `MAX_CACHED`.
 */
const MAX_GROWTH = { heapUsed: 3e6, external: MAX_CACHED + 10e6, rss: MAX_CACHED + 100e6 };
/** Connections to Discord, to Lichess, and the timers that are always there. */
const MAX_HANDLES = { TCPSocketWrap: 70, Timeout: 10 };

/** Of discord.js, once it had the time to sweep: nothing is asked any more. */
const MAX_QUEUES = 20;

describe('many commands in one process', () => {
  it(`leave nothing behind, ${COMMANDS} of them`, { timeout: 1_200_000 }, async () => {
    const discord = await startDiscord();
    const lichess = await startLichess();
    lichess.games.set(GAME, lichessPgn(GAME, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#'));
    const child = await enduring(discord, lichess.url);
    let [commands, deeds] = [0, 0];
    const somebody = (): User => {
      const number = deeds++ % PEOPLE;
      return discord.user(`user ${number}`, { place: PLACES[number % PLACES.length] ?? 'server' });
    };
    const rounds = async (most: number) => {
      while (commands < most) {
        await Promise.all(ROUND_DEEDS.map(name => DEEDS[name]?.(somebody(), somebody(), discord)));
        commands += discord.asked.size;
        expect(discord.forget()).toEqual([]);
      }
      // The last words of the last answers may still be on their way.
      return healthOf(child, ({ objects }) => objects.InteractionSession === 0);
    };
    const first = await rounds(WARM);
    const last = await rounds(COMMANDS);
    console.log(`after ${WARM} and ${commands} commands: ${JSON.stringify([first.bytes, last.bytes])}`);
    for (const [name, most] of Object.entries(MAX_GROWTH))
      expect(last.bytes[name as keyof Health['bytes']], name).toBeLessThan(
        first.bytes[name as keyof Health['bytes']] + most,
      );
    for (const [name, most] of Object.entries(MAX_HANDLES))
      expect(last.handles[name] ?? 0, name).toBeLessThanOrEqual(most);
    expect(Object.keys(last.handles).toSorted()).toEqual(Object.keys(first.handles).toSorted());
    expect(last.objects).toEqual(first.objects);
    expect([last.warnings, last.logged]).toEqual([[], []]);
    const isSwept = ({ queues }: Health) => queues.handlers < MAX_QUEUES;
    expect(await healthOf(child, isSwept)).toSatisfy(isSwept, 'the queues of discord.js are swept');
  });
});
