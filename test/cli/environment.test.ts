import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isDone } from '../support/discord/bot.ts';
import type { Discord } from '../support/discord/discord.ts';
import { startDiscord } from '../support/discord/start.ts';
import { kibitz, type Started, startKibitz } from '../support/kibitz.ts';
import { startLichess } from '../support/lichess/start.ts';
import { below, until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/settings.ts';

/** What can be read of secrets in /proc, of every process that Kibitz starts. */

const INVENTED = {
  AWS_SECRET_ACCESS_KEY: 'invented-key',
  MY_PASSWORD: 'invented-password',
  npm_token: 'invented-token',
};
const PASSWORD = 'hush-hush';

interface Process {
  pid: number;
  command: string;
  environment: string;
}

const look = (pid: number): Process => ({
  pid,
  command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
  environment: readFileSync(`/proc/${pid}/environ`, 'utf8'),
});
const descendants = ({ child }: Started): Process[] => below(child.pid as number).map(look);

/** Of these, with the process that has it. */
const leaks = (processes: readonly Process[], secrets: readonly string[]): string[] =>
  processes.flatMap(({ pid, command, environment }) =>
    secrets
      .filter(secret => `${command}\n${environment}`.includes(secret))
      .map(secret => `${pid} ${command}: ${secret}`),
  );

const KINDS = {
  analysis: /service\/child/,
  task: /tasks\/process/,
  maia: /maia-worker/,
  engine: /stockfish/i,
};
const kindsOf = (processes: readonly Process[]): string[] =>
  Object.entries(KINDS).flatMap(([kind, words]) =>
    processes.some(({ command }) => words.test(command)) ? [kind] : [],
  );

const discordEnv = ({ token, api }: Discord) => ({ DISCORD_TOKEN: token, DISCORD_API: api });
const isReady = ({ err }: Started) => until(() => err().includes('oauth2/authorize'), 'the bot is on Discord');
const few = { KIBITZ_ENGINES: '1', KIBITZ_MAIA_WORKERS: '1' };

describe.skipIf(process.platform !== 'linux')('no secret is in what can be read', () => {
  it('of the analysis, the engines and Maia beside a bot', async () => {
    const [discord, lichess] = [await startDiscord(), await startLichess()];
    const { token } = lichess.bot();
    const own = { ...discordEnv(discord), LICHESS_URL: lichess.url, LICHESS_TOKEN: token };
    const bot = startKibitz(['bot'], { env: { ...INVENTED, ...own, ...few, REDIS_PASSWORD: PASSWORD } });
    await isReady(bot);
    await until(() => bot.err().includes('Challenge it at'), 'the bot is on Lichess');
    await discord.user('anna').types('/analyze', { position: 'f3 e5', depth: 6 }).replyThat(isDone, 'it is done');
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

  it.skipIf(!hasRedis)(
    'of what a worker starts; a shard has the settings of the bot that it is, and nothing else',
    async () => {
      const discord = await startDiscord({ twoServers: true, shards: 2, atOnce: 16 });
      const { url } = await startRedis({ password: PASSWORD });
      const env = { ...INVENTED, ...discordEnv(discord), ...few, LICHESS_TOKEN: '', REDIS_URL: url };
      const worker = startKibitz(['worker'], { env });
      await until(() => worker.err().includes('Working for Redis'), 'the worker is there');
      for (const words of [
        ['eval', 'startpos', '--depth', '5'],
        ['maia', 'startpos'],
      ])
        expect((await kibitz(words, { env })).code).toBe(0);
      const bot = startKibitz(['bot', '--shards', 'auto'], { env });
      await isReady(bot);
      const started = descendants(worker);
      expect(kindsOf(started)).toEqual(['maia', 'engine']);
      expect(leaks(started, [...Object.values(INVENTED), discord.token, PASSWORD])).toEqual([]);
      const processes = descendants(bot);
      const shards = processes.filter(({ command }) => command.includes(' bot '));
      expect(shards).toHaveLength(2);
      expect(leaks(shards, Object.values(INVENTED))).toEqual([]);
      // What computes for a shard has no more of its secrets than what computes for a bot.
      const rest = processes.filter(one => !shards.includes(one));
      expect(kindsOf(rest)).toEqual(['task']);
      expect(leaks(rest, [...Object.values(INVENTED), discord.token, PASSWORD])).toEqual([]);
      for (const { environment, command } of shards) {
        expect(environment).toContain(`\0DISCORD_TOKEN=${discord.token}`);
        expect(environment).toContain(`REDIS_URL=${url}`);
        expect(command).not.toContain(PASSWORD);
      }
    },
  );
});
