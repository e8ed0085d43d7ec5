import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config.ts';
import type { Discord } from '../test/support/discord/discord.ts';
import { isDone } from '../test/support/discord/done.ts';
import { closeDiscord, openDiscord } from '../test/support/discord/open.ts';
import { parseExposition, sumOf } from '../test/support/exposition.ts';
import { freePort } from '../test/support/port.ts';
import { until } from '../test/support/processes.ts';
import { filled, parseCompose, type Service } from './compose.ts';
import { buildImage, entryPoint, type Image } from './image.ts';
import { type Container, execute, healthOf, launch, processesIn, type Surroundings, start, stop } from './stage.ts';
import { PATH, type User, unprivileged } from './unprivileged.ts';

/**
 * The container without a container engine: what the Dockerfile does is done in a folder, and what compose.yaml starts is
 * started from there, as somebody without rights, on 127.0.0.1. Then it is used, and stopped.
 */

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const READY_MS = 60_000;
const COMMAND_MS = 60_000;
/** Small enough for any machine. */
const SETTINGS = { KIBITZ_ENGINES: '1', KIBITZ_MAIA_WORKERS: '1', KIBITZ_HASH_MB: '16' };

/** With the seconds since the beginning. */
const say = (text: string): void => console.log(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`);

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-container-'));
  chmodSync(folder, 0o755);
  try {
    const user = unprivileged();
    const image = buildImage({ project: PROJECT, folder, user, models: modelDir(), say });
    if (spawnSync('redis-server', ['--version']).status === 0) await withCompose(image, user, folder);
    else say('No redis-server is installed: what compose.yaml starts is not tried.');
    const left = processesIn(folder);
    if (left.length > 0) throw new Error(`Processes are left: ${left.join(', ')}.`);
    say('The image is built, works, and leaves nothing behind.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function modelDir(): string {
  const config = readConfig(process.env);
  if (!config.ok) throw new Error(config.message);
  return config.value.modelDir;
}

async function withCompose(image: Image, user: User, folder: string): Promise<void> {
  const { services } = parseCompose(readFileSync(join(PROJECT, 'compose.yaml'), 'utf8'));
  const serviceOf = (name: string): Service => {
    const service = services.find(one => one.name === name);
    if (!service) throw new Error(`compose.yaml: there is no ${name}.`);
    return service;
  };
  const discord = await openDiscord();
  const password = randomBytes(24).toString('hex');
  const env = { ...SETTINGS, REDIS_PASSWORD: password, DISCORD_TOKEN: discord.token, DISCORD_API: discord.api };
  const port = await freePort();
  const around: Surroundings = { image, user, folder, env, redis: `127.0.0.1:${port}`, say };
  const started: Pick<Container, 'name' | 'child' | 'graceMs' | 'said'>[] = [];
  try {
    started.push(startRedis(serviceOf('redis'), port, around));
    const workers: Container[] = [];
    for (let index = 1; index <= serviceOf('worker').replicas; index++)
      workers.push(start(serviceOf('worker'), `worker-${index}`, await freePort(), around));
    const bot = start(serviceOf('bot'), 'bot-1', await freePort(), around);
    started.push(...workers, bot);
    for (const container of [...workers, bot]) await healthy(container, around);
    await useThem(bot, workers, around, discord);
    // As compose does it: whoever depends on something goes first.
    for (const container of started.toReversed()) {
      await stop(container);
      say(`${container.name} has left by itself.`);
    }
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    closeDiscord(discord);
  }
}

function startRedis(service: Service, port: number, { env, user, folder }: Surroundings) {
  const words = service.command.map(word => filled(word, env));
  say(`redis-1: ${service.command.join(' ')}`);
  const here = ['--port', String(port), '--bind', '127.0.0.1'];
  const launched = launch([...words, ...here], { PATH }, folder, user);
  return { ...launched, name: 'redis-1', graceMs: 1000 * service.graceSeconds };
}

/** By the health check of the image, and by what it says of itself. */
async function healthy(container: Container, around: Surroundings): Promise<void> {
  const check = healthOf(around.image);
  const isWell = async (...more: string[]): Promise<boolean> => {
    if (container.child.exitCode !== null) throw new Error(`${container.name} has ended:\n${container.said()}`);
    return (await execute([...check, ...more], container, around, COMMAND_MS)).code === 0;
  };
  await until(() => isWell(), `${container.name} is healthy`, READY_MS);
  await until(() => isWell('--ready'), `${container.name} is ready`, READY_MS);
  say(`${container.name} is healthy and ready.`);
}

async function useThem(
  bot: Container,
  workers: readonly Container[],
  around: Surroundings,
  discord: Discord,
): Promise<void> {
  const words = [...entryPoint(around.image), 'eval', 'startpos', '--depth', '8', '--no-cache', '--json'];
  for (const worker of workers) {
    // Under the settings of a worker: the answer comes through Redis all the same, from either of them.
    const { code, out } = await execute(words, worker, around, COMMAND_MS);
    if (code !== 0 || (JSON.parse(out) as { depth: number }).depth !== 8) throw new Error(`eval startpos:\n${out}`);
  }
  say('eval startpos is answered.');
  const reply = await discord.user('anna').types('/eval', { position: 'f3 e5 g4' }).replyThat(isDone, 'it is done');
  if (!reply.content.includes('Black mates in 1')) throw new Error(`/eval: ${reply.content}`);
  say('/eval is answered.');
  const searched = await Promise.all(workers.map(worker => measured(worker, 'kibitz_engine_busy_seconds_total')));
  if (!searched.some(seconds => seconds > 0)) throw new Error('no worker has searched.');
  const seen = await measured(bot, 'kibitz_workers');
  if (seen !== workers.length) throw new Error(`the bot sees ${seen} workers.`);
  say(`The bot sees ${seen} workers, which have searched for ${searched.join(' and ')} s.`);
  const secret = around.env.REDIS_PASSWORD ?? '';
  if ([bot, ...workers].some(({ said }) => said().includes(secret))) throw new Error('the password is in a log.');
}

async function measured({ env }: Container, name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${env.KIBITZ_METRICS_PORT}/metrics`);
  return sumOf(parseExposition(await answer.text()), name);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
