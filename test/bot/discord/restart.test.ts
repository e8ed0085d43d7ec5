import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evalCommand } from '../../../src/bot/discord/position/commands.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import { STORE_FILE } from '../../../src/store/file.ts';
import { builtFile } from '../../support/built.ts';
import type { Asked } from '../../support/discord/asked.ts';
import { EVALUATED, HandService, isDone, makeStore, startBot } from '../../support/discord/bot.ts';
import type { Discord } from '../../support/discord/discord.ts';
import { closeDiscord, openDiscord } from '../../support/discord/open.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';
import { until } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/settings.ts';

/** Bots that are killed in the middle of their work, and those who come after them. */

const { say } = voiceOf('en-GB');

const children: ChildProcess[] = [];

async function mortal(discord: Discord, folder: string): Promise<ChildProcess> {
  const script = builtFile(new URL('mortal.ts', import.meta.url));
  const child = spawn(process.execPath, [script, discord.api, discord.token, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess, discord: Discord): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until(() => discord.gateway.live === 0, 'the connection is gone');
}

async function successor(discord: Discord, folder: string, now = Date.now) {
  const service = new HandService();
  const given = { service, handlers: [weigh], commands: [weighCommand, evalCommand], now };
  return { service, ...(await startBot(discord, { ...given, store: makeStore({ folder, now }) })) };
}

/** What the first bot was doing when it was killed; each test looks at one question of these, on a copy of the store. */
interface Scene {
  discord: Discord;
  folder: string;
  light: Asked;
  heavy: Asked;
  position: Asked;
  old: Asked;
  ancient: Asked;
}
let scene: Scene;

beforeAll(async () => {
  const discord = await openDiscord();
  const folder = temporaryFolder();
  const child = await mortal(discord, folder);
  const weighs = (name: string, word: string, locale = 'en-GB') =>
    discord.user(name, { locale }).types('/weigh', { word });
  scene = {
    ...{ discord, folder },
    light: weighs('anna', 'leicht', 'de'),
    heavy: weighs('eve', 'heavy', 'de'),
    position: discord.user('ben').types('/eval', { position: 'e4' }),
    old: weighs('carl', 'old'),
    ancient: weighs('dora', 'ancient'),
  };
  const { light, heavy, position, old, ancient } = scene;
  await Promise.all([light, heavy, position, old, ancient].map(asked => asked.reply()));
  await kill(child, discord);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  closeDiscord(scene.discord);
  expect(scene.discord.takeComplaints()).toEqual([]);
});

/** The store as it was left, with this question alone. */
function storeWith({ id }: Asked): string {
  const folder = temporaryFolder();
  cpSync(scene.folder, folder, { recursive: true });
  const db = new Database(join(folder, STORE_FILE));
  db.prepare('DELETE FROM running WHERE id <> ?').run(id);
  expect(db.prepare('SELECT count(*) AS count FROM running').get()).toMatchObject({ count: 1 });
  db.close();
  return folder;
}

describe('a bot that was killed', () => {
  it('leaves what it was doing to the next one, which finishes it in the same message, once', async () => {
    const { discord, light } = scene;
    const [anna, message, folder] = [discord.user('anna'), await light.reply(), storeWith(light)];
    const others = discord.shownTo(anna).filter(seen => seen !== message);
    const { service, logged, bot } = await successor(discord, folder);
    const { options, resolve } = await service.job();
    expect(options.owner).toBe(`discord:${anna.id}`);
    options.onProgress?.({ kind: 'queued', position: 3 });
    await light.replyThat(({ content }) => content.includes('Platz 3'), 'progress is shown in the same language');
    resolve(EVALUATED);
    await light.replyThat(isDone, 'it is done');
    expect(message.content).toBe(`leicht for <@${anna.id}>`);
    await anna.presses(message, 'loud').acknowledged();
    await message.until(() => message.content.startsWith('LEICHT') || undefined, 'its buttons work');
    await bot.close();
    const third = await successor(discord, folder);
    expect([third.service.asked.length, discord.shownTo(anna).filter(seen => !others.includes(seen))]).toEqual([
      0,
      [message],
    ]);
    expect([...logged, ...third.logged]).toEqual([]);
  });

  it('and the next one that is killed over it: an apology, and a button to try again', async () => {
    const { discord, heavy } = scene;
    const [eve, message, folder] = [discord.user('eve'), await heavy.reply(), storeWith(heavy)];
    const before = message.versions.length;
    const second = await mortal(discord, folder);
    await until(() => message.versions.length > before, 'the second works on it');
    await kill(second, discord);
    const { service } = await successor(discord, folder);
    const voice = voiceOf('de');
    await message.until(() => message.content === voice.say('end.interrupted') || undefined, 'there is an apology');
    expect([message.labels, service.asked.length]).toEqual([[voice.say('button.again')], 0]);
    const again = eve.presses(message, voice.say('button.again'));
    (await service.job()).resolve(EVALUATED);
    expect((await again.replyThat(({ labels }) => labels.includes('loud'), 'it is done')).content).toContain('heavy');
  });

  it('while it did what only the asker knows: an apology', async () => {
    const { discord, position } = scene;
    const [message, folder] = [await position.reply(), storeWith(position)];
    const { service } = await successor(discord, folder);
    await message.until(() => message.content === say('end.lost') || undefined, 'there is an apology');
    expect([message.labels, service.asked.length]).toEqual([[], 0]);
  });

  it('and comes back after the interaction has died: an apology as a message that calls the asker alone', async () => {
    const { discord, old } = scene;
    const [carl, folder] = [discord.user('carl'), storeWith(old)];
    const seen = discord.shownTo(carl);
    const later = 20 * 60_000;
    discord.pass(later);
    const { service } = await successor(discord, folder, () => Date.now() + later);
    await until(() => discord.shownTo(carl).length > seen.length, 'there is a new message');
    const [sorry, ...others] = discord.shownTo(carl).filter(message => !seen.includes(message));
    expect([sorry?.content, sorry?.labels]).toEqual([`<@${carl.id}>\n${say('end.interrupted')}`, ['Run again']]);
    expect([[...(sorry?.pings ?? [])], others, service.asked.length]).toEqual([[carl.id], [], 0]);
  });

  it('a week ago is not talked about any more', async () => {
    const { discord, ancient } = scene;
    const folder = storeWith(ancient);
    const [message, before] = [await ancient.reply(), discord.messages.size];
    const shown = message.versions.length;
    const later = 7 * 24 * 60 * 60_000;
    discord.pass(later);
    const { service, logged } = await successor(discord, folder, () => Date.now() + later);
    await discord.user('dora').types('/eval', { position: 'e4' }).acknowledged();
    expect([(await service.job()).job.kind, discord.messages.size, logged]).toEqual(['eval', before + 1, []]);
    expect(message.versions).toHaveLength(shown);
  });
});
