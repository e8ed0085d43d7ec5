import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { filled, type Service } from './compose.ts';
import { checkOf, stepsOf } from './dockerfile.ts';
import { entryPoint, type Image } from './image.ts';
import { PATH, type User } from './unprivileged.ts';

/** What compose.yaml starts, as processes of this machine: everything on 127.0.0.1, each on a port of its own. */

export interface Surroundings {
  image: Image;
  user: User;
  folder: string;
  /** What `.env` would say. */
  env: Readonly<Record<string, string>>;
  /** Where Redis is instead of `redis:6379`. */
  redis: string;
  say: (text: string) => void;
}

export interface Container {
  name: string;
  env: Record<string, string>;
  child: ChildProcess;
  /** What it has said. */
  said: () => string;
  graceMs: number;
}

interface Ended {
  code: number | null;
  out: string;
}

/** As the container has it, with what is a path or an address there turned into one of this machine. */
function environmentFor(service: Service, name: string, port: number, around: Surroundings): Record<string, string> {
  const { image, env, redis, folder, user } = around;
  const data = join(folder, name);
  mkdirSync(data, { recursive: true });
  chownSync(data, user.uid, user.gid);
  const given = Object.entries(service.environment).map(([key, value]): [string, string] => [key, filled(value, env)]);
  const set: Record<string, string> = {
    ...image.environment,
    ...(service.all.env_file ? env : {}),
    ...Object.fromEntries(given),
  };
  const { KIBITZ_MODEL_DIR = '', REDIS_URL = '', STOCKFISH_PATH = '' } = set;
  return {
    ...set,
    PATH,
    KIBITZ_MODEL_DIR: join(image.root, KIBITZ_MODEL_DIR),
    KIBITZ_DATA_DIR: data,
    STOCKFISH_PATH: existsSync(STOCKFISH_PATH) ? STOCKFISH_PATH : '',
    REDIS_URL: REDIS_URL.replace('redis:6379', redis),
    KIBITZ_METRICS_HOST: '127.0.0.1',
    KIBITZ_METRICS_PORT: String(port),
  };
}

export function start(service: Service, name: string, port: number, around: Surroundings): Container {
  const env = environmentFor(service, name, port, around);
  const words = [...entryPoint(around.image), ...service.command];
  around.say(`${name}: ${words.join(' ')}`);
  return { ...launch(words, env, around.image.workdir, around.user), name, env, graceMs: 1000 * service.graceSeconds };
}

export function launch(words: readonly string[], env: Record<string, string>, cwd: string, { prefix }: User) {
  const [command = '', ...args] = [...prefix, ...words];
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  child.on('error', error => {
    said += error.message;
  });
  return { child, said: () => said };
}

/** A command in the surroundings of a container, as `docker exec` and `docker compose run` do it. */
export async function execute(
  words: readonly string[],
  { env }: Pick<Container, 'env'>,
  around: Surroundings,
  ms: number,
): Promise<Ended> {
  const { child, said } = launch(words, env, around.image.workdir, around.user);
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, out: said() };
}

/** What the container engine would run again and again. */
export const healthOf = ({ stage }: Image): string[] => stepsOf(stage, 'HEALTHCHECK').flatMap(checkOf);

/** As `docker stop` does it: it has so long to leave, and must do so by itself. */
export async function stop({
  name,
  child,
  graceMs,
  said,
}: Pick<Container, 'name' | 'child' | 'graceMs' | 'said'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`${name} has ended before it was told to (${child.signalCode ?? child.exitCode}):\n${said()}`);
  const gone = once(child, 'close');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(timer);
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.signalCode ?? child.exitCode}:\n${said()}`);
}

/** The processes that were started in a folder, engines and all. */
export function processesIn(folder: string): string[] {
  const isThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false; // it has ended meanwhile, or is somebody else's
    }
  };
  return readdirSync('/proc').filter(name => /^\d+$/.test(name) && isThere(name));
}
