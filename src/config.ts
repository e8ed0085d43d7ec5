import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { no, ok, type Result } from './chess/result.ts';
import { DEFAULT_MODEL } from './engine/manifest.ts';
import { LOG_FORMATS, LOG_LEVELS } from './log.ts';

/** Everything Kibitz reads from its environment. `.env.example` lists the same keys; a test keeps the two together. */

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const KEYS = {
  STOCKFISH_PATH: z.string().optional(),
  KIBITZ_ENGINES: whole(1, 256).optional(),
  KIBITZ_HASH_MB: whole(1, 65_536).default(64),
  KIBITZ_MODEL_DIR: z.string().optional(),
  KIBITZ_MAIA_WORKERS: whole(1, 256).optional(),
  KIBITZ_DATA_DIR: z.string().optional(),
  KIBITZ_CACHE_MB: whole(1, 1_048_576).default(256),
  KIBITZ_MAX_WAITING: whole(1, 1_000_000).default(500),
  KIBITZ_MAX_WAITING_PER_OWNER: whole(1, 1_000_000).default(100),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('warn'),
  LOG_FORMAT: z.enum(LOG_FORMATS).default('text'),
};

/** Read by the checks and benchmarks of the project only. */
const CHECK_KEYS = ['KIBITZ_CONTRACTS', 'KIBITZ_DATA'];

export const CONFIG_KEYS = Object.keys(KEYS);

export interface Config {
  readonly stockfishPath: string | undefined;
  readonly engines: number;
  readonly hashMb: number;
  readonly modelDir: string;
  readonly model: string;
  readonly maiaWorkers: number;
  readonly dataDir: string;
  readonly cacheMb: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerOwner: number;
  readonly log: { readonly level: (typeof LOG_LEVELS)[number]; readonly format: (typeof LOG_FORMATS)[number] };
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Result<Config> {
  const unknown = Object.keys(env).find(
    key => key.startsWith('KIBITZ_') && !CONFIG_KEYS.includes(key) && !CHECK_KEYS.includes(key),
  );
  if (unknown) return no(`${unknown}: there is no such setting; .env.example lists all of them.`);
  // An empty value is how a line of .env.example looks before it is filled in: the same as none.
  const given = Object.fromEntries(CONFIG_KEYS.flatMap(key => (env[key] ? [[key, env[key]]] : [])));
  const parsed = z.object(KEYS).safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = String(issue?.path[0]);
    return no(`${key}: "${env[key]}" cannot be used (${issue?.message}).`);
  }
  const values = parsed.data;
  const cores = availableParallelism();
  return ok(
    Object.freeze({
      stockfishPath: values.STOCKFISH_PATH,
      engines: values.KIBITZ_ENGINES ?? cores,
      hashMb: values.KIBITZ_HASH_MB,
      modelDir: resolve(values.KIBITZ_MODEL_DIR ?? join(cacheHome(env), 'models')),
      model: DEFAULT_MODEL,
      maiaWorkers: values.KIBITZ_MAIA_WORKERS ?? cores,
      dataDir: resolve(values.KIBITZ_DATA_DIR ?? dataHome(env)),
      cacheMb: values.KIBITZ_CACHE_MB,
      maxWaiting: values.KIBITZ_MAX_WAITING,
      maxWaitingPerOwner: values.KIBITZ_MAX_WAITING_PER_OWNER,
      log: Object.freeze({ level: values.LOG_LEVEL, format: values.LOG_FORMAT }),
    }),
  );
}

// https://specifications.freedesktop.org/basedir-spec, and what macOS and Windows have instead
function cacheHome(env: Environment): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'kibitz');
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'kibitz');
  return process.platform === 'darwin' ? join(homedir(), 'Library/Caches/kibitz') : join(homedir(), '.cache/kibitz');
}

function dataHome(env: Environment): string {
  if (env.XDG_DATA_HOME) return join(env.XDG_DATA_HOME, 'kibitz');
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'kibitz', 'data');
  return process.platform === 'darwin'
    ? join(homedir(), 'Library/Application Support/kibitz')
    : join(homedir(), '.local/share/kibitz');
}
