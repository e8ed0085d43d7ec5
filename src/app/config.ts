import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { LOG_FORMATS, LOG_LEVELS } from '../base/log.ts';
import { repository } from '../base/package-info.ts';
import { no, ok, type Result } from '../base/result.ts';
import type { BotLimits } from '../bot/limits.ts';
import { DEFAULT_MODEL } from '../engine/manifest.ts';
import { LICHESS } from '../lichess/link.ts';
import {
  address,
  id,
  ids,
  model,
  networks,
  oneOf,
  redisAddress,
  type Setting,
  shortAddress,
  switched,
  text,
  whole,
} from './config-keys.ts';
import { LICHESS_BOUNDS, LICHESS_KEYS, makeLichessConfig } from './config-lichess.ts';

/** Everything Kibitz reads from its environment. `.env.example` lists the same keys; a test keeps the two together. */

const DISCORD = 'https://discord.com/api';

/**
 * The front is at 0. Measured beside two busy programs: docs/decisions.md, "What a person waits for gets its share".
 */
const DEFAULT_NICE = 2;

/** How people on Discord get the page of a report: as a link, as a file, or not at all. */
const PAGES = ['link', 'file', 'off'] as const;

const KEYS = {
  STOCKFISH_PATH: text,
  KIBITZ_ENGINES: whole(1, 256),
  KIBITZ_HASH_MB: whole(1, 65_536),
  KIBITZ_MODEL_DIR: text,
  KIBITZ_MODEL: model,
  KIBITZ_MAIA_WORKERS: whole(1, 256),
  KIBITZ_NICE: whole(0, 19),
  KIBITZ_DATA_DIR: text,
  KIBITZ_CACHE_MB: whole(1, 1_048_576),
  KIBITZ_MAX_WAITING: whole(1, 1_000_000),
  KIBITZ_MAX_WAITING_PER_OWNER: whole(1, 1_000_000),
  KIBITZ_OWNERS: ids,
  KIBITZ_USER_RUNNING: whole(1, 1000),
  KIBITZ_USER_HOURLY: whole(1, 100_000),
  KIBITZ_USER_ENGINE_SECONDS: whole(1, 100_000_000),
  KIBITZ_SERVER_RUNNING: whole(1, 1000),
  KIBITZ_SERVER_HOURLY: whole(1, 100_000),
  KIBITZ_SERVER_ENGINE_SECONDS: whole(1, 100_000_000),
  KIBITZ_USER_FETCHES: whole(1, 100_000),
  KIBITZ_SERVER_FETCHES: whole(1, 100_000),
  KIBITZ_METRICS_PORT: whole(1, 65_535),
  KIBITZ_METRICS_HOST: text,
  KIBITZ_SOURCE_URL: shortAddress('https://git.example.org/kibitz', 80),
  REDIS_URL: redisAddress,
  PUBLIC_URL: address('https://kibitz.example.org/'),
  KIBITZ_WEB_HOST: text,
  KIBITZ_WEB_PORT: whole(1, 65_535),
  KIBITZ_WEB_PROXIES: networks,
  KIBITZ_WEB_RUNNING: whole(1, 1000),
  KIBITZ_WEB_HOURLY: whole(1, 100_000),
  KIBITZ_WEB_ENGINE_SECONDS: whole(1, 100_000_000),
  LICHESS_URL: address(LICHESS),
  LICHESS_REVIEW_CHANNEL: id,
  ...LICHESS_KEYS,
  DISCORD_TOKEN: text,
  DISCORD_GUILD_ID: id,
  DISCORD_API: address(DISCORD),
  DISCORD_LINK_REPLIES: switched,
  DISCORD_PAGES: oneOf(PAGES),
  LOG_LEVEL: oneOf(LOG_LEVELS),
  LOG_FORMAT: oneOf(LOG_FORMATS),
};
type KeyName = keyof typeof KEYS;
type Values = { [K in KeyName]: (typeof KEYS)[K] extends Setting<infer T> ? T : never };

/** Variables that only the checks and benchmarks of the project read. */
const CHECK_KEYS = ['KIBITZ_CONTRACTS', 'KIBITZ_DATA'];

export const CONFIG_KEYS = Object.keys(KEYS);

/** The allowed values of each setting, for the page that lists them. */
export const SETTINGS: Readonly<Record<string, Pick<Setting<unknown>, 'what'>>> = KEYS;

export type Config = Readonly<ReturnType<typeof makeConfig>>;

/** The secrets that no log may show. */
export const secretsOf = ({ discord, lichess, redisUrl }: Config): string[] =>
  [discord.token, lichess.token, ...passwordsIn(redisUrl)].filter(secret => secret !== undefined);

/** The password both as it is written in the address and decoded. */
function passwordsIn(url: string | undefined): string[] {
  const password = url ? new URL(url).password : '';
  return password ? [password, decodeURIComponent(password)] : [];
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Result<Config> {
  const unknown = Object.keys(env).find(
    key => key.startsWith('KIBITZ_') && !CONFIG_KEYS.includes(key) && !CHECK_KEYS.includes(key),
  );
  if (unknown) return no(`${unknown}: there is no such setting; .env.example lists all of them.`);
  // An empty value counts as none: lines of .env.example that were not filled in have one.
  const given = Object.fromEntries(CONFIG_KEYS.flatMap(key => (env[key] ? [[key, env[key]]] : [])));
  const values: Partial<Record<KeyName, unknown>> = {};
  for (const [key, { schema, what, secret }] of Object.entries<Setting<unknown>>(KEYS)) {
    const parsed = schema.safeParse(given[key]);
    if (!parsed.success) return no(`${key}: ${secret ? 'this' : `"${env[key]}"`} is not ${what}.`);
    values[key as KeyName] = parsed.data;
  }
  if (values.DISCORD_PAGES === 'link' && values.PUBLIC_URL === undefined)
    return no('DISCORD_PAGES: "link" needs PUBLIC_URL, the address under which people reach the pages.');
  const twisted = LICHESS_BOUNDS.find(([min, max]) => Number(values[min]) > Number(values[max]));
  if (twisted) return no(`${twisted[0]}: "${env[twisted[0]]}" is more than ${twisted[1]}.`);
  return ok(Object.freeze(makeConfig(values as Values, env)));
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function makeConfig(values: Values, env: Environment) {
  const cores = availableParallelism();
  const limits = makeLimits(values);
  return {
    stockfishPath: values.STOCKFISH_PATH,
    engines: values.KIBITZ_ENGINES ?? cores,
    hashMb: values.KIBITZ_HASH_MB ?? 64,
    modelDir: resolve(values.KIBITZ_MODEL_DIR ?? join(homeFor('cache', env), 'models')),
    /** The id of a model, `auto`, or the path of a file. */
    model: values.KIBITZ_MODEL ?? DEFAULT_MODEL,
    maiaWorkers: values.KIBITZ_MAIA_WORKERS ?? cores,
    nice: values.KIBITZ_NICE ?? DEFAULT_NICE,
    dataDir: resolve(values.KIBITZ_DATA_DIR ?? homeFor('data', env)),
    cacheMb: values.KIBITZ_CACHE_MB ?? 256,
    maxWaiting: values.KIBITZ_MAX_WAITING ?? 500,
    maxWaitingPerOwner: values.KIBITZ_MAX_WAITING_PER_OWNER ?? 100,
    /** The Redis through which jobs go to workers, with its password; undefined: a process of this machine does them. */
    redisUrl: values.REDIS_URL,
    /** Where health and metrics of a long-running command are served; not at all without a port. */
    metrics: Object.freeze({ host: values.KIBITZ_METRICS_HOST ?? '127.0.0.1', port: values.KIBITZ_METRICS_PORT }),
    /** The address that people are given for the source of this Kibitz. */
    sourceUrl: values.KIBITZ_SOURCE_URL ?? repository(),
    limits,
    /** How many fetches from Lichess users and servers of Discord may cause. */
    fetches: makeFetches(values, limits),
    web: makeWebConfig(values),
    /** Without a slash at its end. */
    lichessUrl: withoutSlash(values.LICHESS_URL ?? LICHESS),
    lichess: makeLichessConfig(values, values.KIBITZ_MODEL),
    discord: Object.freeze({
      /** A secret: it is never logged, nor handed to any process but a shard, which is a bot itself. */
      token: values.DISCORD_TOKEN,
      /** Commands are registered for this server only, where they appear at once. */
      guildId: values.DISCORD_GUILD_ID,
      /** Without a slash at its end, and without a version. */
      api: withoutSlash(values.DISCORD_API ?? DISCORD),
      /** Whether messages are read for links to games; Discord has to allow that. */
      linkReplies: values.DISCORD_LINK_REPLIES === 'on',
      pages: values.DISCORD_PAGES ?? (values.PUBLIC_URL ? 'link' : 'file'),
      /** The channel in which reviews of Kibitz's games on Lichess are posted. */
      reviewChannel: values.LICHESS_REVIEW_CHANNEL,
    }),
    log: Object.freeze({ level: values.LOG_LEVEL ?? 'warn', format: values.LOG_FORMAT ?? 'text' }),
  };
}

const makeWebConfig = (values: Values) =>
  Object.freeze({
    /** With a slash at its end; undefined: the pages are reached on this machine only. */
    publicUrl: values.PUBLIC_URL?.replace(/\/*$/, '/'),
    host: values.KIBITZ_WEB_HOST ?? '127.0.0.1',
    port: values.KIBITZ_WEB_PORT ?? 8080,
    /** The proxies that are trusted to say which address a visitor has. */
    proxies: values.KIBITZ_WEB_PROXIES ?? [],
    /** How many analyses may be run from one address. */
    quota: {
      running: values.KIBITZ_WEB_RUNNING ?? 2,
      hourly: values.KIBITZ_WEB_HOURLY ?? 20,
      engineSeconds: values.KIBITZ_WEB_ENGINE_SECONDS ?? 900,
    },
  });

const makeLimits = (values: Values): BotLimits =>
  Object.freeze({
    user: {
      running: values.KIBITZ_USER_RUNNING ?? 3,
      hourly: values.KIBITZ_USER_HOURLY ?? 30,
      engineSeconds: values.KIBITZ_USER_ENGINE_SECONDS ?? 1800,
    },
    server: {
      running: values.KIBITZ_SERVER_RUNNING ?? 10,
      hourly: values.KIBITZ_SERVER_HOURLY ?? 200,
      engineSeconds: values.KIBITZ_SERVER_ENGINE_SECONDS ?? 7200,
    },
    owners: values.KIBITZ_OWNERS ?? [],
  });

/** As many fetches may run at a time as questions, each of which may begin with a game from Lichess. */
const makeFetches = (values: Values, { user, server, owners }: BotLimits): BotLimits =>
  Object.freeze({
    user: { running: user.running, hourly: values.KIBITZ_USER_FETCHES ?? 60 },
    server: { running: server.running, hourly: values.KIBITZ_SERVER_FETCHES ?? 400 },
    owners,
  });

// https://specifications.freedesktop.org/basedir-spec, and what macOS and Windows have instead
const HOMES = {
  cache: { variable: 'XDG_CACHE_HOME', windows: '', mac: 'Library/Caches', other: '.cache' },
  data: { variable: 'XDG_DATA_HOME', windows: 'data', mac: 'Library/Application Support', other: '.local/share' },
};

function homeFor(what: keyof typeof HOMES, env: Environment): string {
  const { variable, windows, mac, other } = HOMES[what];
  const { [variable]: named, LOCALAPPDATA: local = homedir() } = env;
  if (named) return join(named, 'kibitz');
  if (process.platform === 'win32') return join(local, 'kibitz', windows);
  return join(homedir(), process.platform === 'darwin' ? mac : other, 'kibitz');
}

export function discordSettings({ discord }: Config): Config['discord'] & { token: string } {
  const { token } = discord;
  if (token) return { ...discord, token };
  throw new Fault('bad-input', 'DISCORD_TOKEN: not set; the README says, under "On Discord", how to get a token.');
}

export function lichessToken({ lichess }: Config): string {
  if (lichess.token) return lichess.token;
  throw new Fault('bad-input', 'LICHESS_TOKEN: not set; the README says, under "On Lichess", how to get a token.');
}
