import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filled, listOf, parseCompose, wantedIn } from '../../container/compose.ts';
import {
  checkOf,
  copied,
  environmentOf,
  ignores,
  parseDockerfile,
  stepsOf,
  wordsOf,
} from '../../container/dockerfile.ts';
import { isMapping, parseYaml } from '../../container/yaml.ts';
import { CONFIG_KEYS, readConfig } from '../../src/config.ts';
import { run } from '../cli/in-process.ts';
import { projectRoot } from '../support/built.ts';

/** The Dockerfile and compose.yaml, looked at without a container engine; `npm run container` does what they say. */

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const IGNORED = read('.dockerignore');
const STAGES = parseDockerfile(read('Dockerfile'));
const LAST = STAGES.at(-1) as (typeof STAGES)[number];
const TEXT = read('compose.yaml');
const COMPOSE = parseCompose(TEXT);
const OURS = COMPOSE.services.filter(({ image }) => image === 'kibitz');
const SECRET = /TOKEN|PASSWORD|SECRET|_KEY/;

/** A tag, and not one that moves to whatever is newest. */
const isPinned = (image: string): boolean => /^[\w./-]+:\d[\w.-]*$/.test(image);

/** What somebody types after `kibitz`. */
const isCommand = async (word = ''): Promise<boolean> => (await run('help', word)).code === 0;

describe('the Dockerfile', () => {
  const copies = STAGES.flatMap(stage => stepsOf(stage, 'COPY'));

  it('begins with images of a fixed tag', () => {
    expect(STAGES.length).toBeGreaterThan(1);
    for (const { from } of STAGES) expect(isPinned(from), from).toBe(true);
  });

  it('copies what is in the project and not kept out, or from a stage before', () => {
    for (const [index, stage] of STAGES.entries()) {
      const before = STAGES.slice(0, index).map(({ name }) => name);
      for (const step of stepsOf(stage, 'COPY')) {
        if (step.flags.from !== undefined) expect(before).toContain(step.flags.from);
        else
          for (const source of copied(step).sources) {
            expect(existsSync(join(projectRoot, source)), source).toBe(true);
            expect(ignores(IGNORED, source), source).toBe(false);
          }
      }
    }
    expect(copies.length).toBeGreaterThan(5);
  });

  it('sends no secrets, and nothing that is not needed, to be built', () => {
    for (const path of ['.env', '.env.local', '.git/config', 'node_modules/zod', 'test/lint.test.ts', 'docs/x.md'])
      expect(ignores(IGNORED, path), path).toBe(true);
    for (const path of ['src/cli/main.ts', 'assets/models.json', 'package.json', '.npmrc'])
      expect(ignores(IGNORED, path), path).toBe(false);
    for (const stage of STAGES) {
      for (const key of Object.keys(environmentOf(stage))) expect(key).not.toMatch(SECRET);
      expect(stepsOf(stage, 'ARG')).toEqual([]);
    }
  });

  it('runs as somebody without rights, who may write where data is kept', () => {
    const words = LAST.steps.map(({ word }) => word);
    expect(stepsOf(LAST, 'USER').map(({ text }) => text)).toEqual(['node']);
    expect(words.lastIndexOf('RUN')).toBeLessThan(words.indexOf('USER'));
    expect(words.lastIndexOf('COPY')).toBeLessThan(words.indexOf('USER'));
    const [volume] = stepsOf(LAST, 'VOLUME');
    expect(environmentOf(LAST).KIBITZ_DATA_DIR).toBe(volume?.text);
    expect(stepsOf(LAST, 'RUN').map(({ text }) => text)).toContain(
      `mkdir ${volume?.text} && chown node:node ${volume?.text}`,
    );
  });

  it('has Stockfish and the model inside, and settings that there are', () => {
    const installed = stepsOf(LAST, 'RUN').find(({ text }) => text.startsWith('apt-get'))?.text;
    expect(installed).toMatch(/--no-install-recommends .*\bstockfish\b/);
    const settings = environmentOf(LAST);
    expect(readConfig(settings)).toMatchObject({ ok: true });
    const models = stepsOf(LAST, 'COPY').find(step => copied(step).target === settings.KIBITZ_MODEL_DIR);
    expect(models?.flags.from).toBe('build');
  });

  it('is started and looked after by commands that there are', async () => {
    const [entry, check, command] = ['ENTRYPOINT', 'HEALTHCHECK', 'CMD'].map(word => stepsOf(LAST, word)[0]);
    if (!entry || !check || !command) throw new Error('one of them is missing');
    expect(wordsOf(entry)).toEqual(['tini', '--', 'node', 'dist/cli/main.js']);
    const [node, main, word] = checkOf(check);
    expect([node, main]).toEqual(wordsOf(entry).slice(-2));
    expect(await isCommand(word)).toBe(true);
    expect(wordsOf(command)).toEqual(['help']);
  });
});

describe('compose.yaml', () => {
  it('has a bot, a Redis and two workers', () => {
    const shape = COMPOSE.services.map(({ name, replicas }) => [name, replicas]);
    expect(shape).toEqual([
      ['bot', 1],
      ['worker', 2],
      ['redis', 1],
    ]);
    expect(OURS.map(({ name }) => name)).toEqual(['bot', 'worker']);
  });

  it.each(OURS.map(service => [service.name, service] as const))(
    'starts %s as Kibitz understands it',
    async (_, service) => {
      expect(await isCommand(service.command[0])).toBe(true);
      const { environment } = service;
      for (const key of Object.keys(environment)) expect(CONFIG_KEYS).toContain(key);
      const env = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, filled(value, { REDIS_PASSWORD: 'hush' })]),
      );
      expect(readConfig(env)).toMatchObject({
        ok: true,
        value: { redisUrl: 'redis://:hush@redis:6379', metrics: { host: '0.0.0.0', port: 9464 }, dataDir: '/data' },
      });
      expect(listOf(service.all.expose)).toEqual([environment.KIBITZ_METRICS_PORT]);
      // What it has in hand is finished first.
      expect(service.graceSeconds).toBeGreaterThan(30);
    },
  );

  it('lets a worker know no token', () => {
    const worker = OURS.find(({ name }) => name === 'worker');
    expect(worker?.all.env_file).toBeUndefined();
    for (const key of Object.keys(worker?.environment ?? {})) expect(key).not.toMatch(SECRET);
  });

  it('keeps everything to itself, and comes back by itself', () => {
    for (const { name, all } of COMPOSE.services) {
      // Pages alone, and these for what stands before them on the same machine.
      expect(all.ports, name).toEqual(name === 'bot' ? ['127.0.0.1:8080:8080'] : undefined);
      expect(all, name).toMatchObject({ restart: 'unless-stopped', read_only: 'true', cap_drop: ['ALL'] });
      expect(listOf(all.security_opt), name).toContain('no-new-privileges:true');
    }
  });

  it('believes the proxy of this machine about visitors, and nobody else who can get there', () => {
    const bot = OURS.find(({ name }) => name === 'bot');
    const [gateway = '', ...others] = COMPOSE.gateways;
    expect([COMPOSE.gateways.length, others]).toEqual([1, []]);
    const proxies = (env: Record<string, string>) => filled(bot?.environment.KIBITZ_WEB_PROXIES ?? '', env).split(',');
    expect(new Set(proxies({}))).toEqual(new Set([gateway]));
    expect(proxies({ KIBITZ_WEB_PROXIES: '127.0.0.1,192.0.2.0/24' })).toEqual([gateway, '127.0.0.1', '192.0.2.0/24']);
    expect(readConfig({ KIBITZ_WEB_PROXIES: proxies({}).join() })).toMatchObject({ ok: true });
    // Docker lets whoever asks at a published port seem to come from the gateway.
    for (const port of listOf(bot?.all.ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('has a Redis that forgets no job, asks for a password, and is waited for', () => {
    const redis = COMPOSE.services.find(({ name }) => name === 'redis');
    if (!redis || !isMapping(redis.all.healthcheck)) throw new Error('there is none, or it has no health check');
    expect(isPinned(redis.image)).toBe(true);
    const options = redis.command.join(' ');
    expect(options).toContain('--maxmemory-policy noeviction');
    expect(() => filled(options, {})).toThrow('REDIS_PASSWORD is not set');
    expect(filled(options, { REDIS_PASSWORD: 'hush' })).toContain('--requirepass hush ');
    expect(listOf(redis.all.healthcheck.test)[0]).toBe('CMD-SHELL');
    for (const { all } of OURS) expect(all.depends_on).toEqual({ redis: { condition: 'service_healthy' } });
  });

  it('mounts volumes that it declares, and wants nothing that is not explained', () => {
    const mounted = COMPOSE.services.flatMap(({ all }) => listOf(all.volumes)).map(text => text.split(':'));
    expect(mounted).toEqual([['data', stepsOf(LAST, 'VOLUME')[0]?.text]]);
    expect(COMPOSE.volumes).toEqual(['data']);
    for (const name of wantedIn(TEXT)) expect([...CONFIG_KEYS, 'REDIS_PASSWORD']).toContain(name);
    expect(read('.env.example')).toContain('REDIS_PASSWORD');
    expect(read('README.md')).toContain('REDIS_PASSWORD');
  });
});

describe('what is read of YAML', () => {
  it('is mappings, lists, words and anchors', () => {
    const text = "# x\na: &a\n  one: 1\n  two: 'it: # is'\n\nb:\n  <<: *a\n  one: [x, '', --yes]\n  none:\n";
    expect(parseYaml(text)).toEqual({
      a: { one: '1', two: 'it: # is' },
      b: { one: ['x', '', '--yes'], two: 'it: # is', none: null },
    });
  });

  it.each(['a: "x"', 'a: 1\na: 2', 'a:\n  - x', 'a: {b: 1}', 'a: |\n  x', 'a: 1\n  b: 2', 'a: x # why', 'a: *b', 'a'])(
    'refuses %j rather than to misread it',
    text => {
      expect(() => parseYaml(text)).toThrow('is not understood');
    },
  );

  it('and of a Dockerfile, steps over several lines', () => {
    const [stage] = parseDockerfile('# x\nFROM a:1 AS b\nRUN one \\\n # why\n && two\nCOPY --from=c /x y\n');
    expect(stage).toEqual({
      ...{ from: 'a:1', name: 'b' },
      steps: [
        { word: 'RUN', flags: {}, text: 'one && two' },
        { word: 'COPY', flags: { from: 'c' }, text: '/x y' },
      ],
    });
    expect(() => parseDockerfile('FROM a:1\nADD http://x y\n')).toThrow('"ADD http://x y" is not understood');
  });
});
