import { expect, it, vi } from 'vitest';
import { makeStore, startBot } from '../../support/discord/bot.ts';
import { startDiscord } from '../../support/discord/start.ts';
import { disk } from '../../support/faulty-database.ts';
import { fillUpAt, isTriedOften, service } from './full-disk.ts';

/** A disk that fills up at any statement of the store: the asker gets an answer, or one sentence. */

vi.mock('libsql', async () => ({ default: (await import('../../support/faulty-database.ts')).FaultyDatabase }));

it('at some statements, once or from then on, every command answers or says one sentence, and nothing is damaged', () =>
  fillUpAt(isTriedOften));

it('the bot starts', async () => {
  const discord = await startDiscord();
  const store = makeStore();
  const start = () => startBot(discord, { service, store });
  disk.hasRoom();
  await start();
  const statements = disk.count;
  expect(statements).toBeGreaterThan(3);
  for (let at = 0; at < statements; at++) {
    disk.fillsUpAt(at, 'onwards');
    await start();
  }
  disk.hasRoom();
});
