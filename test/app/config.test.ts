import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONFIG_KEYS, type Config, readConfig, secretsOf } from '../../src/app/config.ts';
import { makeLog } from '../../src/base/log.ts';
import {
  type ChallengeFilter,
  DEFAULT_LICHESS_SETTINGS,
  type LichessSettings,
} from '../../src/bot/lichess/settings.ts';
import { findModel, readManifest } from '../../src/engine/manifest.ts';
import { configuration, PAGE } from '../../tools/configuration.ts';
import { builtFile } from '../support/built.ts';

const written = vi.hoisted(() => [] as string[]);
vi.mock('node:fs', async importOriginal => ({
  ...(await importOriginal<typeof import('node:fs')>()),
  writeSync: (fd: number, line: string) => written.push(`${fd} ${line}`),
}));

const read = (env: Record<string, string | undefined>): Config => {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.message);
  return config.value;
};

const refusal = (env: Record<string, string>): string => {
  const config = readConfig(env);
  return config.ok ? 'accepted' : config.message;
};

const HOMES = { XDG_CACHE_HOME: '/cache', XDG_DATA_HOME: '/data' };
const DEFAULTS = {
  stockfishPath: undefined,
  engines: availableParallelism(),
  hashMb: 64,
  modelDir: resolve('/cache/kibitz/models'),
  model: 'maia3-5m',
  maiaWorkers: availableParallelism(),
  nice: 2,
  dataDir: resolve('/data/kibitz'),
  cacheMb: 256,
  maxWaiting: 500,
  maxWaitingPerOwner: 100,
  redisUrl: undefined,
  sourceUrl: 'https://github.com/kibitz-chess/kibitz',
  metrics: { host: '127.0.0.1', port: undefined as number | undefined },
  limits: {
    user: { running: 3, hourly: 30, engineSeconds: 1800 },
    server: { running: 10, hourly: 200, engineSeconds: 7200 },
    owners: [] as string[],
  },
  fetches: { user: { running: 3, hourly: 60 }, server: { running: 10, hourly: 400 }, owners: [] as string[] },
  web: {
    publicUrl: undefined,
    host: '127.0.0.1',
    port: 8080,
    proxies: [] as string[],
    quota: { running: 2, hourly: 20, engineSeconds: 900 },
  },
  lichessUrl: 'https://lichess.org',
  lichess: { token: undefined, contact: undefined, settings: DEFAULT_LICHESS_SETTINGS },
  discord: {
    token: undefined,
    guildId: undefined,
    api: 'https://discord.com/api',
    linkReplies: false,
    pages: 'file',
    reviewChannel: undefined,
  },
  log: { level: 'warn', format: 'text' },
};

const lichess = (settings: Partial<LichessSettings>) => ({
  lichess: { ...DEFAULTS.lichess, settings: { ...DEFAULT_LICHESS_SETTINGS, ...settings } },
});
const limited = ({ user, server }: { user?: object; server?: object }) => ({
  ...DEFAULTS.limits,
  ...{ user: { ...DEFAULTS.limits.user, ...user }, server: { ...DEFAULTS.limits.server, ...server } },
});
const wishes = (changes: Partial<ChallengeFilter>) =>
  lichess({ challengeFilter: { ...DEFAULT_LICHESS_SETTINGS.challengeFilter, ...changes } });

const platform = process.platform;
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

describe('the configuration', () => {
  it('needs nothing to be set', () => {
    expect(read(HOMES)).toEqual(DEFAULTS);
  });

  it('takes a line that is not filled in as not set', () => {
    expect(read({ ...HOMES, ...Object.fromEntries(CONFIG_KEYS.map(key => [key, ''])) })).toEqual(DEFAULTS);
  });

  it.each([
    ['STOCKFISH_PATH', '/opt/stockfish', { stockfishPath: '/opt/stockfish' }],
    ['KIBITZ_ENGINES', '3', { engines: 3 }],
    ['KIBITZ_HASH_MB', '1024', { hashMb: 1024 }],
    ['KIBITZ_NICE', '0', { nice: 0 }],
    ['KIBITZ_MODEL_DIR', 'models', { modelDir: resolve('models') }],
    ['KIBITZ_MODEL', 'auto', { model: 'auto', ...lichess({ model: 'auto' }) }],
    ['KIBITZ_MAIA_WORKERS', '1', { maiaWorkers: 1 }],
    ['KIBITZ_DATA_DIR', '/srv/kibitz', { dataDir: resolve('/srv/kibitz') }],
    ['KIBITZ_CACHE_MB', '10', { cacheMb: 10 }],
    ['KIBITZ_MAX_WAITING', '7', { maxWaiting: 7 }],
    ['KIBITZ_MAX_WAITING_PER_OWNER', '2', { maxWaitingPerOwner: 2 }],
    ['KIBITZ_SOURCE_URL', 'https://git.example.org/k/', { sourceUrl: 'https://git.example.org/k/' }],
    ['REDIS_URL', 'redis://127.0.0.1:6379', { redisUrl: 'redis://127.0.0.1:6379' }],
    ['REDIS_URL', 'rediss://me:a%2Fb@redis.example.org/2', { redisUrl: 'rediss://me:a%2Fb@redis.example.org/2' }],
    ['KIBITZ_METRICS_PORT', '9464', { metrics: { host: '127.0.0.1', port: 9464 } }],
    ['KIBITZ_METRICS_HOST', '0.0.0.0', { metrics: { host: '0.0.0.0', port: undefined } }],
    ['KIBITZ_USER_HOURLY', '60', { limits: limited({ user: { hourly: 60 } }) }],
    ['KIBITZ_SERVER_HOURLY', '500', { limits: limited({ server: { hourly: 500 } }) }],
    ['KIBITZ_USER_ENGINE_SECONDS', '600', { limits: limited({ user: { engineSeconds: 600 } }) }],
    ['KIBITZ_SERVER_ENGINE_SECONDS', '900', { limits: limited({ server: { engineSeconds: 900 } }) }],
    ['KIBITZ_USER_FETCHES', '5', { fetches: { ...DEFAULTS.fetches, user: { running: 3, hourly: 5 } } }],
    ['KIBITZ_SERVER_FETCHES', '6', { fetches: { ...DEFAULTS.fetches, server: { running: 10, hourly: 6 } } }],
    [
      'KIBITZ_USER_RUNNING',
      '1',
      {
        limits: limited({ user: { running: 1 } }),
        fetches: { ...DEFAULTS.fetches, user: { running: 1, hourly: 60 } },
      },
    ],
    [
      'KIBITZ_SERVER_RUNNING',
      '20',
      {
        limits: limited({ server: { running: 20 } }),
        fetches: { ...DEFAULTS.fetches, server: { running: 20, hourly: 400 } },
      },
    ],
    [
      'KIBITZ_OWNERS',
      '123456789012345678, 12345678901234567890',
      {
        limits: { ...DEFAULTS.limits, owners: ['123456789012345678', '12345678901234567890'] },
        fetches: { ...DEFAULTS.fetches, owners: ['123456789012345678', '12345678901234567890'] },
      },
    ],
    [
      'PUBLIC_URL',
      'https://example.org/kibitz',
      {
        web: { ...DEFAULTS.web, publicUrl: 'https://example.org/kibitz/' },
        discord: { ...DEFAULTS.discord, pages: 'link' },
      },
    ],
    ['KIBITZ_WEB_HOST', '::1', { web: { ...DEFAULTS.web, host: '::1' } }],
    ['KIBITZ_WEB_PORT', '9000', { web: { ...DEFAULTS.web, port: 9000 } }],
    ['KIBITZ_WEB_PROXIES', '127.0.0.1, fd00::/8', { web: { ...DEFAULTS.web, proxies: ['127.0.0.1', 'fd00::/8'] } }],
    ['KIBITZ_WEB_RUNNING', '1', { web: { ...DEFAULTS.web, quota: { ...DEFAULTS.web.quota, running: 1 } } }],
    ['KIBITZ_WEB_HOURLY', '5', { web: { ...DEFAULTS.web, quota: { ...DEFAULTS.web.quota, hourly: 5 } } }],
    [
      'KIBITZ_WEB_ENGINE_SECONDS',
      '7',
      { web: { ...DEFAULTS.web, quota: { ...DEFAULTS.web.quota, engineSeconds: 7 } } },
    ],
    ['DISCORD_PAGES', 'off', { discord: { ...DEFAULTS.discord, pages: 'off' } }],
    ['LICHESS_URL', 'http://127.0.0.1:8080/', { lichessUrl: 'http://127.0.0.1:8080' }],
    [
      'LICHESS_REVIEW_CHANNEL',
      '81384788765712384',
      { discord: { ...DEFAULTS.discord, reviewChannel: '81384788765712384' } },
    ],
    ['LICHESS_TOKEN', 'lip_x', { lichess: { ...DEFAULTS.lichess, token: 'lip_x' } }],
    ['LICHESS_CONTACT', 'me@example.org', { lichess: { ...DEFAULTS.lichess, contact: 'me@example.org' } }],
    ['LICHESS_RATING', '1900', lichess({ rating: 1900 })],
    ['LICHESS_RATING', 'match', lichess({ rating: 'match' })],
    ['LICHESS_USUAL_RATING', '1200', lichess({ usualRating: 1200 })],
    ['LICHESS_MODEL', 'maia1-1500', lichess({ model: 'maia1-1500' })],
    ['LICHESS_TEMPERATURE', '0.7', lichess({ temperature: 0.7 })],
    ['LICHESS_PACE', '0', lichess({ pace: 0 })],
    ['LICHESS_GUARD', '300', lichess({ guard: 300 })],
    ['LICHESS_VARIANTS', 'standard', wishes({ variants: ['standard'] })],
    ['LICHESS_SPEEDS', 'blitz, rapid', wishes({ speeds: ['blitz', 'rapid'] })],
    ['LICHESS_MIN_SECONDS', '60', wishes({ limit: { min: 60, max: 10_800 } })],
    ['LICHESS_MAX_SECONDS', '900', wishes({ limit: { min: 0, max: 900 } })],
    ['LICHESS_MIN_INCREMENT', '2', wishes({ increment: { min: 2, max: 180 } })],
    ['LICHESS_MAX_INCREMENT', '10', wishes({ increment: { min: 0, max: 10 } })],
    ['LICHESS_MODES', 'casual', wishes({ modes: ['casual'] })],
    ['LICHESS_OPPONENTS', 'humans', wishes({ opponents: ['humans'] })],
    ['LICHESS_MIN_RATING', '1000', wishes({ rating: { min: 1000, max: 4000 } })],
    ['LICHESS_MAX_RATING', '2000', wishes({ rating: { min: 0, max: 2000 } })],
    ['LICHESS_ALLOW', 'Anna, ben-2', wishes({ allow: ['anna', 'ben-2'] })],
    ['LICHESS_BLOCK', 'Cleo', wishes({ block: ['cleo'] })],
    ['LICHESS_GAMES', '8', lichess({ games: 8 })],
    ['LICHESS_GAMES_PER_OPPONENT', '2', lichess({ gamesPerOpponent: 2 })],
    ['LICHESS_CORRESPONDENCE_GAMES', '0', lichess({ correspondenceGames: 0 })],
    ['LICHESS_QUEUE', '0', lichess({ queue: 0 })],
    ['LICHESS_QUEUE_SECONDS', '15', lichess({ queueMs: 15_000 })],
    ['LICHESS_RESIGN_AFTER', '0', lichess({ resignAfter: 0 })],
    ['LICHESS_DRAWS', 'off', lichess({ draws: false })],
    ['LICHESS_TAKEBACKS', '0', lichess({ takebacks: 0 })],
    ['LICHESS_ABORT_SECONDS', '60', lichess({ abortMs: 60_000 })],
    ['LICHESS_CHAT', 'off', lichess({ chat: false })],
    ['DISCORD_TOKEN', 'a.b.c', { discord: { ...DEFAULTS.discord, token: 'a.b.c' } }],
    ['DISCORD_GUILD_ID', '81384788765712384', { discord: { ...DEFAULTS.discord, guildId: '81384788765712384' } }],
    ['DISCORD_LINK_REPLIES', 'on', { discord: { ...DEFAULTS.discord, linkReplies: true } }],
    ['DISCORD_API', 'http://127.0.0.1:1/api/', { discord: { ...DEFAULTS.discord, api: 'http://127.0.0.1:1/api' } }],
    ['LOG_LEVEL', 'debug', { log: { level: 'debug', format: 'text' } }],
    ['LOG_FORMAT', 'json', { log: { level: 'warn', format: 'json' } }],
  ])('reads %s', (key, value, change) => {
    expect(CONFIG_KEYS).toContain(key);
    expect(read({ ...HOMES, [key]: value })).toEqual({ ...DEFAULTS, ...change });
  });

  it.each([
    ['KIBITZ_ENGINES', '0'],
    ['KIBITZ_ENGINES', 'two'],
    ['KIBITZ_ENGINES', '257'],
    ['KIBITZ_HASH_MB', '1.5'],
    ['KIBITZ_MAIA_WORKERS', '-1'],
    ['KIBITZ_NICE', '20'],
    ['KIBITZ_WEB_PROXIES', '0.0.0.0/0'],
    ['KIBITZ_CACHE_MB', ' '],
    ['KIBITZ_MAX_WAITING', 'Infinity'],
    ['KIBITZ_MAX_WAITING_PER_OWNER', '1000001'],
    ['KIBITZ_METRICS_PORT', '0'],
    ['KIBITZ_METRICS_PORT', '65536'],
    ['KIBITZ_USER_RUNNING', '0'],
    ['KIBITZ_SERVER_HOURLY', 'many'],
    ['KIBITZ_OWNERS', 'me'],
    ['KIBITZ_OWNERS', '123456789012345678,'],
    ['PUBLIC_URL', 'kibitz.example.org'],
    ['PUBLIC_URL', 'https://example.org/?x'],
    ['KIBITZ_SOURCE_URL', 'javascript:alert(1)'],
    ['KIBITZ_SOURCE_URL', 'git@example.org:kibitz'],
    ['KIBITZ_SOURCE_URL', `https://example.org/${'k'.repeat(61)}`],
    ['KIBITZ_WEB_PORT', '0'],
    ['KIBITZ_WEB_PORT', '70000'],
    ['KIBITZ_WEB_PROXIES', 'proxy'],
    ['KIBITZ_WEB_PROXIES', '10.0.0.0/33'],
    ['KIBITZ_WEB_HOURLY', '0'],
    ['DISCORD_PAGES', 'yes'],
    ['LICHESS_URL', 'lichess.org'],
    ['LICHESS_URL', 'ftp://lichess.org'],
    ['LICHESS_URL', 'https://me@lichess.org'],
    ['LICHESS_URL', 'https://lichess.org:99999'],
    ['LICHESS_REVIEW_CHANNEL', '#reviews'],
    ['LICHESS_CONTACT', 'Zoë'],
    ['LICHESS_RATING', 'strong'],
    ['LICHESS_RATING', '3000'],
    ['LICHESS_TEMPERATURE', '-1'],
    ['LICHESS_PACE', ' '],
    ['LICHESS_SPEEDS', 'blitz,fast'],
    ['LICHESS_SPEEDS', 'ultraBullet'],
    ['LICHESS_VARIANTS', 'chess960'],
    ['LICHESS_ALLOW', 'a b'],
    ['LICHESS_CHAT', 'no'],
    ['DISCORD_GUILD_ID', 'my server'],
    ['DISCORD_API', 'discord.com'],
    ['DISCORD_LINK_REPLIES', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
  ])('refuses %s=%s by name', (key, value) => {
    const message = refusal({ [key]: value });
    expect(message.startsWith(`${key}: "${value}" is not `)).toBe(true);
    expect(message).toMatch(
      /is not (a (?:whole )?number from \d+ to \d+|"match" or a whole number from \d+ to \d+|some of .*, with commas between them|a list of Lichess names.*|an address to write to.*|one of [a-z, ]+|an id of .*|a list of Discord user ids.*|a list of addresses such as .*|a web address such as https:\/\/.*)\.$/,
    );
  });

  it.each(['localhost:6379', 'http://:hush@host', 'redis://:hush@host:99999', 'redis://:hush%@host', 'redis://'])(
    'refuses REDIS_URL=%s without repeating it, since there may be a password in it',
    value => {
      expect(refusal({ REDIS_URL: value })).toBe(
        'REDIS_URL: this is not an address such as redis://127.0.0.1:6379 or redis://:password@127.0.0.1:6379.',
      );
    },
  );

  it('knows the password of Redis for a secret, however it is written', () => {
    const secrets = secretsOf(read({ ...HOMES, REDIS_URL: 'redis://:a%2Fb@127.0.0.1', DISCORD_TOKEN: 'a.b.c' }));
    expect(secrets).toEqual(['a.b.c', 'a%2Fb', 'a/b']);
    expect(secretsOf(read({ ...HOMES, REDIS_URL: 'redis://127.0.0.1' }))).toEqual([]);
  });

  it('refuses a key of ours that does not exist, but leaves those of others alone', () => {
    expect(refusal({ KIBITZ_ENGINE: '2' })).toBe(
      'KIBITZ_ENGINE: there is no such setting; .env.example lists all of them.',
    );
    expect(refusal({ ENGINE: '2', STOCKFISH: 'x', KIBITZ_CONTRACTS: '1', KIBITZ_DATA: '/x' })).toBe('accepted');
  });

  it('refuses bounds that nothing is within', () => {
    expect(refusal({ LICHESS_MIN_RATING: '2000', LICHESS_MAX_RATING: '1000' })).toBe(
      'LICHESS_MIN_RATING: "2000" is more than LICHESS_MAX_RATING.',
    );
    expect(refusal({ LICHESS_MIN_SECONDS: '60', LICHESS_MAX_SECONDS: '60' })).toBe('accepted');
  });

  it('refuses links to pages that nobody could reach', () => {
    expect(refusal({ DISCORD_PAGES: 'link' })).toMatch(/^DISCORD_PAGES: "link" needs PUBLIC_URL/);
    expect(refusal({ DISCORD_PAGES: 'link', PUBLIC_URL: 'http://127.0.0.1/' })).toBe('accepted');
  });

  it('cannot be changed afterwards', () => {
    const config = read(HOMES);
    const parts = [config.log, config.metrics, config.discord, config.web, config.lichess, config.lichess.settings];
    for (const part of [config, ...parts]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('names a model that Kibitz knows', () => {
    const { model } = read(HOMES);
    expect(findModel(model)).toMatchObject({ id: model, license: 'AGPL-3.0' });
    expect(() => findModel('maia9', readManifest())).toThrow(`model: there is no "maia9"; known: ${model}`);
    expect(read({ ...HOMES, KIBITZ_MODEL: 'auto', LICHESS_MODEL: 'maia1-1900' }).lichess.settings.model).toBe(
      'maia1-1900',
    );
    expect(read({ ...HOMES, KIBITZ_MODEL: 'nets/own.pb.gz' }).model).toBe('nets/own.pb.gz');
    expect(refusal({ KIBITZ_MODEL: 'maia9' })).toMatch(
      /^KIBITZ_MODEL: "maia9" is not one of maia3-5m, maia1-1100, .*maia1-1900, auto, or a \.pb\.gz file\.$/,
    );
  });

  it.each([
    ['linux', join(homedir(), '.cache/kibitz/models'), join(homedir(), '.local/share/kibitz')],
    ['darwin', join(homedir(), 'Library/Caches/kibitz/models'), join(homedir(), 'Library/Application Support/kibitz')],
    ['win32', join('/local', 'kibitz', 'models'), join('/local', 'kibitz', 'data')],
  ])('puts files where %s keeps them', (system, modelDir, dataDir) => {
    Object.defineProperty(process, 'platform', { value: system });
    const config = read({ LOCALAPPDATA: '/local' });
    expect([config.modelDir, config.dataDir]).toEqual([resolve(modelDir), resolve(dataDir)]);
  });

  it('is described in .env.example: the same keys here and there', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const keys = example.split('\n').flatMap(line => /^#?\s?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    expect(keys.toSorted()).toEqual(CONFIG_KEYS.toSorted());
  });
});

describe('docs/configuration.md', () => {
  it('is what the schema and .env.example make of it', () => {
    expect(readFileSync(PAGE, 'utf8'), 'npm run configuration').toBe(configuration());
    for (const key of CONFIG_KEYS) expect(configuration()).toContain(`**\`${key}\`** (`);
  });
});

describe('the log', () => {
  const secret = 'MTIz.abc.xyz';
  const tell = (log: Logger) => {
    const headers = { authorization: 'Bot another' };
    log.error(Object.assign(new Error(`${secret} is refused`), { token: secret, headers }), `with ${secret}`);
    log.warn({ token: 'another', client: { token: 'another', deep: [secret] } }, 'no');
    log.info({ request: { headers } }, 'no');
  };

  it('shows no secret, wherever it turns up', () => {
    tell(makeLog({ level: 'trace', format: 'text' }, [secret]));
    const all = written.splice(0).join('');
    expect(all).toContain('with [hidden]: [hidden] is refused');
    expect(all).not.toMatch(/MTIz|another/);
  });

  it('shows no secret to collectors either', () => {
    // Written past everything that a test could look at from inside.
    const script = `import { makeLog } from '${builtFile(new URL('../../src/base/log.ts', import.meta.url))}';
      const secret = '${secret}';
      (${tell})(makeLog({ level: 'trace', format: 'json' }, [secret]));`;
    const args = ['--input-type=module', '-e', script];
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr.trim().split('\n')).toHaveLength(3);
    expect(stderr).toContain('[hidden] is refused');
    expect(stderr).not.toMatch(/MTIz|another/);
  });

  it('is plain sentences on stderr, from its level upwards', () => {
    const log = makeLog({ level: 'warn', format: 'text' });
    log.info('not now');
    log.warn('The cache is full.');
    log.error({ err: new Error('disk full') }, 'Cannot write');
    log.fatal(new Error('out of memory'));
    expect(written).toEqual([
      '2 kibitz warn: The cache is full.\n',
      '2 kibitz error: Cannot write: disk full\n',
      '2 kibitz fatal: out of memory: out of memory\n',
    ]);
  });
});
