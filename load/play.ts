import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MachineRoom, withWorkers } from '../bench/workers.ts';
import { en } from '../src/present/catalogue/en.ts';
import type { Asked } from '../test/support/discord/asked.ts';
import type { Discord } from '../test/support/discord/discord.ts';
import { isDone } from '../test/support/discord/done.ts';
import type { Message } from '../test/support/discord/message.ts';
import { closeDiscord, openDiscord } from '../test/support/discord/open.ts';
import { withProgram } from '../test/support/discord/program.ts';
import type { Command } from './evening.ts';
import { processorSeconds } from './processor.ts';

/** How one command went. */
export interface Outcome {
  command: string;
  /** What it came to: an answer, a sentence that says why there is none, or nothing at all. */
  end: 'answered' | 'refused' | 'lost';
  acknowledgedMs: number | undefined;
  /** Until the whole answer was there. */
  waitedMs: number;
  /** Why it was refused. */
  why: string | undefined;
}

export interface Played {
  outcomes: Outcome[];
  /** From the first command to the last answer. */
  ms: number;
  complaints: string[];
  /** What everything together has taken, in seconds of one core, where that is counted. */
  processor: Record<'bot' | 'redis' | 'workers', number | undefined>;
}

/** After the last command, how long its answer is waited for. */
const PATIENCE_MS = 4 * 60_000;

/** Everybody asks when it is their time, whatever has become of the others. */
export async function playEvening(stage: Stage, commands: readonly Command[]): Promise<Played> {
  const { discord } = stage;
  const before = processorOf(stage);
  const started = performance.now();
  const until = started + (commands.at(-1)?.atMs ?? 0) + PATIENCE_MS;
  const outcomes = await Promise.all(
    commands.map(async ({ atMs, user, command, given }): Promise<Outcome> => {
      await sleep(atMs - (performance.now() - started));
      const asked = discord.user(user).types(command, given);
      const begun = performance.now();
      const reply = await endOf(asked, until - begun);
      const why = reply && refusalIn(reply);
      return {
        command,
        end: reply ? (why === undefined ? 'answered' : 'refused') : 'lost',
        acknowledgedMs: asked.acknowledgedMs,
        waitedMs: performance.now() - begun,
        why,
      };
    }),
  );
  const ms = performance.now() - started;
  const after = processorOf(stage);
  const spent = (who: keyof Played['processor']) => since(before[who], after[who]);
  const processor = { bot: spent('bot'), redis: spent('redis'), workers: spent('workers') };
  return { outcomes, ms, processor, complaints: [...new Set(discord.takeComplaints())] };
}

const processorOf = ({ bot, redis, workers }: Stage): Played['processor'] => ({
  bot: processorSeconds(bot),
  redis: processorSeconds(redis),
  workers: workers.map(processorSeconds).reduce(plus, 0),
});

/** Of what is not counted the sum is not, either. */
const plus = (one: number | undefined, two: number | undefined): number | undefined =>
  one === undefined || two === undefined ? undefined : one + two;

const since = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined ? undefined : plus(after, -before);

/** The answer, or the message beside it that says why there is none; undefined: neither has come. */
async function endOf(asked: Asked, ms: number): Promise<Message | undefined> {
  const find = () => {
    const { original, followUps } = asked;
    return original && !original.thinking && isDone(original) ? original : followUps[0];
  };
  return asked.until(find, 'it has ended', ms).catch(() => undefined);
}

/** How those begin that tell why there is no answer. */
const REFUSALS = Object.entries(en).flatMap(([key, text]) =>
  /^(fault|limit)\./.test(key) && typeof text === 'string' ? [text.split('{')[0] as string] : [],
);

const refusalIn = ({ text }: Message): string | undefined =>
  REFUSALS.some(beginning => beginning !== '' && text.startsWith(beginning)) ? text : undefined;

/** A Discord, a bot on it that is a process of its own, and the workers that it has. */

interface Stage extends MachineRoom {
  discord: Discord;
  bot: number;
}

/** Everybody is in one server here, and nobody is to be told off for that. */
const ROOM = {
  KIBITZ_SERVER_RUNNING: '1000',
  KIBITZ_SERVER_HOURLY: '100000',
  KIBITZ_USER_RUNNING: '100',
  KIBITZ_USER_HOURLY: '10000',
  KIBITZ_MAX_WAITING: '10000',
};

export const withStage = <T>(workers: number, folder: string, work: (stage: Stage) => Promise<T>): Promise<T> =>
  withWorkers(workers, folder, async room => {
    const discord = await openDiscord();
    try {
      const data = join(folder, 'bot');
      mkdirSync(data);
      const env = { ...ROOM, REDIS_URL: room.url };
      return await withProgram(discord, data, env, bot => work({ ...room, discord, bot }));
    } finally {
      closeDiscord(discord);
    }
  });
