import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { evalCommand } from '../../../src/bot/discord/position/commands.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import { builtFile } from '../../support/built.ts';
import { EVALUATED, HandService, isDone, makeStore, startBot } from '../../support/discord/bot.ts';
import type { Discord } from '../../support/discord/discord.ts';
import { startDiscord } from '../../support/discord/start.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';
import { until } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/settings.ts';

/** Bots that are killed in the middle of their work, and those who come after them. */

const { say } = voiceOf('en-GB');

async function mortal(discord: Discord, folder: string): Promise<ChildProcess> {
  const script = builtFile(new URL('mortal.ts', import.meta.url));
  const child = spawn(process.execPath, [script, discord.api, discord.token, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
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

async function scene() {
  const discord = await startDiscord();
  const folder = temporaryFolder();
  return { discord, folder, anna: discord.user('anna', { locale: 'de' }), child: await mortal(discord, folder) };
}

describe('a bot that was killed', () => {
  it('leaves what it was doing to the next one, which finishes it in the same message, once', async () => {
    const { discord, folder, anna, child } = await scene();
    const asked = anna.types('/weigh', { word: 'leicht' });
    const message = await asked.reply();
    await kill(child, discord);
    const { service, logged, bot } = await successor(discord, folder);
    const { options, resolve } = await service.job();
    expect(options.owner).toBe(`discord:${anna.id}`);
    options.onProgress?.({ kind: 'queued', position: 3 });
    await asked.replyThat(({ content }) => content.includes('Platz 3'), 'progress is shown in the same language');
    resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
    expect(message.content).toBe(`leicht for <@${anna.id}>`);
    await anna.presses(message, 'loud').acknowledged();
    await message.until(() => message.content.startsWith('LEICHT') || undefined, 'its buttons work');
    await bot.close();
    const third = await successor(discord, folder);
    expect([third.service.asked.length, discord.shownTo(anna).length]).toEqual([0, 1]);
    expect([...logged, ...third.logged]).toEqual([]);
  });

  it('and the next one that is killed over it: an apology, and a button to try again', async () => {
    const { discord, folder, anna, child } = await scene();
    const message = await anna.types('/weigh', { word: 'heavy' }).reply();
    await kill(child, discord);
    const second = await mortal(discord, folder);
    await until(() => message.versions.length > 1, 'the second works on it');
    await kill(second, discord);
    const { service } = await successor(discord, folder);
    const voice = voiceOf('de');
    await message.until(() => message.content === voice.say('end.interrupted') || undefined, 'there is an apology');
    expect([message.labels, service.asked.length]).toEqual([[voice.say('button.again')], 0]);
    const again = anna.presses(message, voice.say('button.again'));
    (await service.job()).resolve(EVALUATED);
    expect((await again.replyThat(({ labels }) => labels.includes('loud'), 'it is done')).content).toContain('heavy');
  });

  it('while it did what only the asker knows: an apology', async () => {
    const { discord, folder, child } = await scene();
    const ben = discord.user('ben');
    const message = await ben.types('/eval', { position: 'e4' }).reply();
    await kill(child, discord);
    const { service } = await successor(discord, folder);
    await message.until(() => message.content === say('end.lost') || undefined, 'there is an apology');
    expect([message.labels, service.asked.length]).toEqual([[], 0]);
  });

  it('and comes back after the interaction has died: an apology as a message that calls the asker alone', async () => {
    const { discord, folder, child } = await scene();
    const ben = discord.user('ben');
    await ben.types('/weigh', { word: 'old' }).reply();
    await kill(child, discord);
    const later = 20 * 60_000;
    discord.pass(later);
    const { service } = await successor(discord, folder, () => Date.now() + later);
    await until(() => discord.shownTo(ben).length === 2, 'there is a new message');
    const [, sorry] = discord.shownTo(ben);
    expect([sorry?.content, sorry?.labels]).toEqual([`<@${ben.id}>\n${say('end.interrupted')}`, ['Run again']]);
    expect([[...(sorry?.pings ?? [])], service.asked.length]).toEqual([[ben.id], 0]);
  });

  it('a week ago is not talked about any more', async () => {
    const { discord, folder, anna, child } = await scene();
    await anna.types('/weigh', { word: 'ancient' }).reply();
    await kill(child, discord);
    const later = 7 * 24 * 60 * 60_000;
    discord.pass(later);
    const { service, logged } = await successor(discord, folder, () => Date.now() + later);
    await anna.types('/eval', { position: 'e4' }).acknowledged();
    expect([(await service.job()).job.kind, discord.messages.size, logged]).toEqual(['eval', 2, []]);
  });
});
