import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_KEYS, readConfig } from '../../src/app/config.ts';
import { readImports } from '../../tools/imports.ts';
import { run } from '../cli/in-process.ts';
import { projectRoot } from '../support/built.ts';

/** The Dockerfile and compose.yaml, read; `npm run container` does what they say where there is a container engine. */

interface Service {
  image: string;
  command: string[];
  environment: Record<string, string | number>;
  env_file?: string[];
  ports?: string[];
  volumes?: string[];
}

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const DOCKERFILE = read('Dockerfile');
const LAST = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
const TEXT = read('compose.yaml');
const COMPOSE = parse(TEXT, { merge: true }) as {
  services: Record<'bot' | 'worker' | 'redis', Service>;
  networks: { default: { ipam: { config: { gateway: string }[] } } };
  volumes: Record<string, unknown>;
};
const { bot, worker, redis } = COMPOSE.services;
const OURS = [bot, worker];
const SECRET = /TOKEN|PASSWORD|SECRET|_KEY/;
const PINNED = /^[\w./-]+:\d[\w.-]*$/;

/** What follows a word at the beginning of a line. */
const linesOf = (word: string, text = DOCKERFILE): string[] =>
  Array.from(text.matchAll(new RegExp(`^${word} (.+)$`, 'gm')), ([, rest = '']) => rest);

const settings = Object.fromEntries(linesOf('ENV', LAST).flatMap(text => text.split(' ').map(pair => pair.split('='))));

/** Patterns of .dockerignore are all of names at the top. */
const isIgnored = (path: string): boolean =>
  read('.dockerignore')
    .trim()
    .split('\n')
    .some(name =>
      new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path.split('/')[0] as string),
    );

/** `${NAME:?why}` and `${NAME:-otherwise}` filled in, as compose does before anything else. */
const filled = (text: string | number, env: Record<string, string> = {}): string =>
  `${text}`.replace(/\$\{(\w+):[?-]([^}]*)\}/g, (_, name: string, otherwise: string) => env[name] ?? otherwise);

const isCommand = async (word = ''): Promise<boolean> => (await run('help', word)).code === 0;

describe('the Dockerfile', () => {
  it('begins with images of a fixed tag', () => {
    const images = linesOf('FROM').map(text => text.split(' ')[0]);
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(PINNED);
  });

  it('copies what is in the project and not kept out, or from a stage before', () => {
    const copies = linesOf('COPY').map(text => text.split(' '));
    expect(copies.length).toBeGreaterThan(5);
    for (const [first = '', ...others] of copies) {
      const stage = /^--from=(.+)/.exec(first)?.[1];
      if (stage !== undefined)
        expect(
          linesOf('FROM').some(text => text.endsWith(` AS ${stage}`)),
          stage,
        ).toBe(true);
      else
        for (const source of [first, ...others].slice(0, -1)) {
          expect(existsSync(join(projectRoot, source)), source).toBe(true);
          expect(isIgnored(source), source).toBe(false);
        }
    }
  });

  it('sends no secrets, and nothing that is not needed, to be built', () => {
    for (const path of [
      '.env',
      '.env.local',
      '.git/config',
      'node_modules/zod',
      'test/x.ts',
      'tools/x.ts',
      'docs/x.md',
    ])
      expect(isIgnored(path), path).toBe(true);
    for (const path of ['src/cli/main.ts', 'assets/models.json', '.npmrc']) expect(isIgnored(path), path).toBe(false);
    expect(DOCKERFILE).not.toMatch(/^(ARG|ADD) /m);
    for (const text of linesOf('ENV')) expect(text).not.toMatch(SECRET);
  });

  it('runs as somebody without rights, who may write where data is kept', () => {
    expect(linesOf('USER', LAST)).toEqual(['node']);
    expect(LAST.slice(LAST.indexOf('\nUSER '))).not.toMatch(/^(RUN|COPY) /m);
    const [volume] = linesOf('VOLUME', LAST);
    expect(settings.KIBITZ_DATA_DIR).toBe(volume);
    expect(linesOf('RUN', LAST)).toContain(`mkdir ${volume} && chown node:node ${volume}`);
  });

  it('has Stockfish and the model inside, and settings that there are', () => {
    expect(LAST).toMatch(/--no-install-recommends .*\bstockfish\b/);
    expect(linesOf('COPY', LAST)).toContain(`--from=build /models ${settings.KIBITZ_MODEL_DIR}`);
    expect(readConfig(settings)).toMatchObject({ ok: true });
  });

  it('is started and looked after by commands that there are', async () => {
    const main = ['node', 'dist/cli/main.js'];
    const [entry = '', command = '', check = ''] = ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'].map(
      word => linesOf(word, LAST)[0],
    );
    expect(JSON.parse(entry)).toEqual(['tini', '--', ...main]);
    expect(JSON.parse(command)).toEqual(['help']);
    const words = JSON.parse(check.replace(/^.*CMD /, '')) as string[];
    expect(words.slice(0, 2)).toEqual(main);
    expect(await isCommand(words[2])).toBe(true);
  });

  it('installs all packages that the program imports', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    // Pages are built before; esbuild is for that, and for a checkout.
    const running = [...readImports(projectRoot)].filter(([file]) => !file.startsWith('src/web/page/'));
    const packages = new Set(running.flatMap(([, imported]) => imported.packages));
    expect(packages.size).toBeGreaterThan(20);
    for (const name of packages)
      if (!name.startsWith('node:') && name !== 'esbuild') expect(Object.keys(dependencies)).toContain(name);
  });
});

describe('compose.yaml', () => {
  it.each(OURS.map(service => [service.command[0], service] as const))(
    'starts a %s as Kibitz understands it',
    async (command, service) => {
      expect(await isCommand(command)).toBe(true);
      const env = Object.fromEntries(
        Object.entries(service.environment).map(([key, value]) => [key, filled(value, { REDIS_PASSWORD: 'hush' })]),
      );
      for (const key of Object.keys(env)) expect(CONFIG_KEYS).toContain(key);
      expect(readConfig(env)).toMatchObject({
        ok: true,
        value: { redisUrl: 'redis://:hush@redis:6379', metrics: { host: '0.0.0.0', port: 9464 }, dataDir: '/data' },
      });
      // What it has in hand is finished within 30 s.
      expect(service).toMatchObject({ image: 'kibitz', expose: ['9464'], stop_grace_period: '45s' });
      expect(service).toMatchObject({ depends_on: { redis: { condition: 'service_healthy' } } });
    },
  );

  it('has two workers, who know no token', () => {
    expect(worker).toMatchObject({ deploy: { replicas: 2 } });
    expect(worker.env_file).toBeUndefined();
    for (const key of Object.keys(worker.environment)) expect(key).not.toMatch(SECRET);
  });

  it('keeps everything to itself, and comes back by itself', () => {
    expect(Object.keys(COMPOSE.services)).toEqual(['bot', 'worker', 'redis']);
    for (const service of Object.values(COMPOSE.services)) {
      expect(service).toMatchObject({ restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] });
      expect(service).toMatchObject({ security_opt: ['no-new-privileges:true'] });
      expect(service).not.toHaveProperty('network_mode');
      // Docker lets whoever asks at a published port seem to come from the gateway, which is believed.
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('believes the proxy of this machine about visitors, and others if they are named', () => {
    const [{ gateway } = { gateway: '' }] = COMPOSE.networks.default.ipam.config;
    const text = bot.environment.KIBITZ_WEB_PROXIES ?? '';
    expect(new Set(filled(text).split(','))).toEqual(new Set([gateway]));
    expect(filled(text, { KIBITZ_WEB_PROXIES: '127.0.0.1,192.0.2.0/24' })).toBe(`${gateway},127.0.0.1,192.0.2.0/24`);
    expect(readConfig({ KIBITZ_WEB_PROXIES: filled(text) })).toMatchObject({ ok: true });
  });

  it('has a Redis that forgets no job, asks for a password, and is waited for', () => {
    expect(redis.image).toMatch(PINNED);
    const options = redis.command.join(' ');
    expect(options).toContain('--maxmemory-policy noeviction');
    // Without a password compose says why and starts nothing.
    expect(options).toMatch(/--requirepass \$\{REDIS_PASSWORD:\?/);
    expect(redis).toHaveProperty('healthcheck.test');
    expect(redis).toMatchObject({ user: 'redis' });
  });

  it('mounts volumes that it declares, and wants nothing that is not explained', () => {
    const volumes = Object.values(COMPOSE.services).flatMap(service => service.volumes ?? []);
    expect(volumes).toEqual([`data:${linesOf('VOLUME', LAST)[0]}`]);
    expect(Object.keys(COMPOSE.volumes)).toEqual(['data']);
    const wanted = Array.from(TEXT.matchAll(/\$\{(\w+)/g), ([, name]) => name as string);
    expect(wanted).toContain('REDIS_PASSWORD');
    for (const name of wanted) expect(read('.env.example')).toMatch(new RegExp(`\\b${name}\\b`));
    expect(read('docs/operations.md')).toContain('REDIS_PASSWORD');
  });
});

it('npm run container says why it does nothing where there is no container engine', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/container.ts'], {
    ...{ cwd: projectRoot, encoding: 'utf8', env: { ...process.env, PATH: '/nowhere' } },
  });
  expect(stdout).toMatch(/^"docker version" fails here: the image is not built and nothing is started\.\n$/);
  expect(status).toBe(0);
});
