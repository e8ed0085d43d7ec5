import { PermissionFlagsBits } from 'discord.js';
import Database from 'libsql';
import { expect } from 'vitest';
import { COMMANDS } from '../../../src/bot/discord/commands.ts';
import { evalCommand } from '../../../src/bot/discord/position/commands.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import type { AnalysisService, Job } from '../../../src/service/jobs.ts';
import { STORE_FILE } from '../../../src/store/file.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Asked } from '../../support/discord/asked.ts';
import { EVALUATED, isDone, makeStore, startBot } from '../../support/discord/bot.ts';
import type { Message } from '../../support/discord/message.ts';
import { startDiscord } from '../../support/discord/start.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';
import { disk } from '../../support/faulty-database.ts';
import { until } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/settings.ts';

/** What everybody asks of a bot whose disk fills up; a test replaces `libsql` by the faulty database. */

const { say } = voiceOf('en-GB');
const NO_NOTES = say('fault.store-failed');

/** Answers at once. */
export const service: AnalysisService = {
  async run(job: Job) {
    if (job.kind === 'eval') return EVALUATED as never;
    if (job.kind === 'maia') return { kind: 'maia', moves: [{ san: 'e4', uci: 'e2e4', probability: 1 }] } as never;
    throw new Error(`nobody asks for ${job.kind}`);
  },
  async runPacked({ kind }) {
    throw new Error(`nobody asks for ${kind}`);
  },
  async close() {},
};

async function club() {
  const discord = await startDiscord();
  const folder = temporaryFolder();
  const store = makeStore({ folder });
  const commands = [...COMMANDS.filter(({ description }) => description.name !== 'eval'), evalCommand, weighCommand];
  const running = await startBot(discord, { service, store, commands, handlers: [weigh] });
  return { discord, folder, store, ...running };
}

/** What a user sees: an answer, the message that it is about, or a sentence that only they see. */
async function heard(asked: Asked, source?: { message: Message; until: string }): Promise<string> {
  const told = () => {
    if (source?.message.content.includes(source.until)) return source.message.content;
    if (asked.original && !asked.original.thinking && isDone(asked.original)) return asked.original.text;
    return asked.followUps[0]?.content;
  };
  return asked.until(() => told() || undefined, 'there is an answer or a sentence', 5000);
}

/** Everything for which the store is needed, by a user who is new. */
async function session({ discord }: Awaited<ReturnType<typeof club>>, name: string): Promise<string[]> {
  const user = discord.user(name, { permissions: PermissionFlagsBits.ManageGuild });
  const said: string[] = [];
  const word = user.types('/weigh', { word: 'pound' });
  said.push(await heard(word));
  const message = word.original;
  if (message?.labels.includes('loud')) {
    said.push(await heard(user.presses(message, 'loud'), { message, until: 'POUND' }));
    said.push(await heard(user.presses(message, 'longer')));
  }
  for (const [command, given] of [
    ['/eval', { position: 'e4' }],
    ['/help', {}],
    ['/settings', { rating: 1700 }],
    ['/settings', {}],
    ['/link', {}],
    ['/unwatch', {}],
    ['/play', { color: 'black', rating: 1500 }],
  ] as const)
    said.push(await heard(user.types(command, given)));
  return said;
}

/** What was stored before, and must be there afterwards, whatever happened meanwhile. */
function keepsakes(store: Store) {
  const report = store.reports.put({ word: 'kept' }, { owner: 'me', kind: 'weigh', question: { word: 'kept' } });
  store.links.put('me', { name: 'Anna', ratings: { blitz: 1700 } });
  const game = store.games.begin({ owner: 'me', server: null }, { moves: ['e4'] });
  return () => {
    expect(store.reports.get(report)).toMatchObject({ report: { word: 'kept' } });
    expect(store.links.get('me')).toMatchObject({ name: 'Anna', ratings: { blitz: 1700 } });
    expect(store.games.get(game.id)).toEqual(game);
  };
}

function running(folder: string): number {
  const db = new Database(`${folder}/${STORE_FILE}`);
  const { count } = db.prepare('SELECT count(*) AS count FROM running').get() as { count: number };
  db.close();
  return count;
}

type Way = 'once' | 'onwards';

/** A few statements of each kind; the thorough tests try all the others. */
export const isTriedOften = (way: Way, at: number): boolean => at % 6 === (way === 'once' ? 0 : 3);

/** At each of these statements every command answers or says one sentence, and nothing is damaged. */
export async function fillUpAt(isTried: (way: Way, at: number) => boolean): Promise<void> {
  const world = await club();
  const areThere = keepsakes(world.store);
  disk.hasRoom();
  const usual = await session(world, 'usual');
  const statements = disk.count;
  expect(usual).not.toContain(NO_NOTES);
  expect(statements).toBeGreaterThan(30);
  for (const way of ['once', 'onwards'] as const)
    for (const at of Array.from({ length: statements }, (_, index) => index).filter(one => isTried(way, one))) {
      disk.fillsUpAt(at, way);
      const said = await session(world, `${way}${at}`);
      disk.hasRoom();
      expect(said.length, `${way} at ${at}`).toBeGreaterThanOrEqual(usual.length - 2);
      for (const text of said) expect(text, `${way} at ${at}`).not.toMatch(/SQLITE|disk|undefined/);
      // One statement that fails takes at most one answer with it.
      if (way === 'once') expect(said.filter(text => text === NO_NOTES).length, `at ${at}`).toBeLessThanOrEqual(1);
      areThere();
    }
  expect(await session(world, 'afterwards')).toHaveLength(usual.length);
  await until(() => running(world.folder) === 0, 'what has ended is not taken up after a restart');
  world.store.close();
  const db = new Database(`${world.folder}/${STORE_FILE}`);
  expect(db.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
  db.close();
}
