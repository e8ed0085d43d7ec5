import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentFor, type Purpose } from '../../src/base/environment.ts';
import { projectRoot } from '../support/built.ts';

const SECRETS = {
  DISCORD_TOKEN: 'discord',
  LICHESS_TOKEN: 'lichess',
  REDIS_URL: 'redis://:hush@127.0.0.1',
  AWS_SECRET_ACCESS_KEY: 'aws',
  KIBITZ_OWNERS: '1',
  SHARDS: '0',
};
const HARMLESS = {
  PATH: '/bin',
  HOME: '/home/me',
  LC_ALL: 'C',
  Path: 'C:\\',
  TMPDIR: '/tmp',
  SystemRoot: 'C:\\Windows',
};
const PROXIES = { https_proxy: 'http://me:pass@proxy', NO_PROXY: 'localhost', npm_config_registry: 'https://npm' };
const OWN = { NODE_OPTIONS: '--trace-warnings', ORT_LOGGING_LEVEL: '1' };

describe('the environment of a process', () => {
  const names = (purpose: Purpose, ...settings: string[]) => Object.keys(environmentFor(purpose, settings)).toSorted();
  const all = (...parts: object[]) => parts.flatMap(part => Object.keys(part)).toSorted();

  it('is what its purpose asks for, by name', () => {
    const before = process.env;
    onTestFinished(() => {
      process.env = before;
    });
    process.env = { ...SECRETS, ...HARMLESS, ...PROXIES, ...OWN, MAIL: 'x' };
    expect(names('engine')).toEqual(all(HARMLESS));
    expect(names('maia')).toEqual(all(HARMLESS, OWN));
    expect(names('task')).toEqual(all(HARMLESS, { NODE_OPTIONS: '' }));
    expect(names('npm')).toEqual(all(HARMLESS, PROXIES, { NODE_OPTIONS: '' }));
    expect(names('analysis')).toEqual(all(HARMLESS, PROXIES, OWN));
    expect(names('shard', 'DISCORD_TOKEN', 'KIBITZ_OWNERS')).toEqual(
      all(HARMLESS, PROXIES, OWN, { DISCORD_TOKEN: '', KIBITZ_OWNERS: '' }),
    );
  });
});

/** From where a call begins to the parenthesis that ends it. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let at = source.indexOf('(', start); at < source.length; at++) {
    if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return source.slice(start, at + 1);
  }
  throw new Error('this call does not end');
}

describe('the source', () => {
  const files = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => ({ name, text: readFileSync(join(projectRoot, 'src', name), 'utf8') }));

  it('starts processes in three places, each time with an environment that is made for it', () => {
    const starters = files.filter(({ text }) =>
      /(import (?!type )[^;]*from|import\(|require\()\s*'(node:)?(child_process|cluster)'/.test(text),
    );
    expect(starters.map(({ name }) => name).toSorted()).toEqual([
      'base/process.ts',
      'engine/download.ts',
      'engine/uci-process.ts',
    ]);
    for (const { name, text } of starters) {
      const [, imported = ''] = /import \{([^}]*)\} from 'node:child_process'/.exec(text) ?? [];
      const values = imported.split(',').map(word => word.trim());
      expect(values.filter(word => !word.startsWith('type ')).join(), name).toMatch(/^(spawn|fork)$/);
      const calls = [...text.matchAll(/(?<![.\w#])(spawn|fork)\(/g)].map(({ index }) => callAt(text, index));
      expect(calls.length, name).toBe(1);
      for (const call of calls) expect(call, name).toMatch(/\benv[, ]/);
      expect(text, name).toMatch(/const env = (\{ \.\.\.)?environmentFor\(/);
    }
  });

  it('hands shards no more than that, either: discord.js would', () => {
    const users = files.filter(({ text }) => text.includes('new ShardingManager('));
    expect(users.map(({ name }) => name)).toEqual(['bot/discord/shards.ts']);
    expect(users[0]?.text.match(/createShard\(/g)).toHaveLength(1);
    expect(users[0]?.text).toMatch(/shard\.env = \{ \.\.\.this\.#options\.environment,/);
    const makers = files.filter(({ text }) => text.includes('new Shards('));
    expect(makers.map(({ text }) => /environment: environmentFor\('shard', CONFIG_KEYS\)/.test(text))).toEqual([true]);
  });

  it('passes nothing of the whole environment on', () => {
    const passing = files.filter(({ text }) => /\.\.\.process\.env|env: process\.env/.test(text));
    expect(passing.map(({ name }) => name)).toEqual([]);
  });
});
