import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isDone } from '../support/discord/bot.ts';
import { startDiscord } from '../support/discord/start.ts';
import { startKibitz } from '../support/kibitz.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/settings.ts';
import { descendants, discordEnv, few, INVENTED, isReady, kindsOf, leaks, PASSWORD } from './process-secrets.ts';

/** Workers and shards are in `environment.thorough.test.ts`. */

describe.skipIf(process.platform !== 'linux')('no secret is in what can be read', () => {
  it('of the analysis, the engines and Maia beside a bot', async () => {
    const [discord, lichess] = [await startDiscord(), await startLichess()];
    const { token } = lichess.bot();
    const own = { ...discordEnv(discord), LICHESS_URL: lichess.url, LICHESS_TOKEN: token };
    const bot = startKibitz(['bot'], { env: { ...INVENTED, ...own, ...few, REDIS_PASSWORD: PASSWORD } });
    await isReady(bot);
    await until(() => bot.err().includes('Challenge it at'), 'the bot is on Lichess');
    // Maia is there for games on Lichess.
    await discord.user('anna').types('/eval', { position: 'f3 e5 g4' }).replyThat(isDone, 'it is done');
    const processes = descendants(bot);
    expect(kindsOf(processes)).toEqual(['analysis', 'task', 'maia', 'engine']);
    expect(leaks(processes, [...Object.values(INVENTED), discord.token, token, PASSWORD])).toEqual([]);
    for (const { environment } of processes) expect(environment).toMatch(/(^|\0)PATH=/);
  });

  it('of npm, which gets its own settings', async () => {
    let asked = 0;
    const registry = createServer(() => asked++).listen(0, '127.0.0.1'); // it never answers
    onTestFinished(() => {
      registry.closeAllConnections();
      registry.close();
    });
    await until(() => registry.listening, 'it listens');
    const npm = { npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/` };
    const secrets = {
      ...INVENTED,
      DISCORD_TOKEN: 'discord-token',
      LICHESS_TOKEN: 'lip_token',
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:1`,
    };
    const pull = startKibitz(['models', 'pull', 'maia3-5m'], {
      env: { ...secrets, ...npm, KIBITZ_MODEL_DIR: temporaryFolder() },
    });
    await until(() => asked > 0, 'npm asks its registry');
    const processes = descendants(pull);
    expect(processes.some(({ command }) => command.includes('pack'))).toBe(true);
    expect(leaks(processes, [...Object.values(INVENTED), 'discord-token', 'lip_token', PASSWORD])).toEqual([]);
  });
});
