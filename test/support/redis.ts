import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { freePort } from './port.ts';
import { until } from './processes.ts';
import { temporaryFolder } from './settings.ts';

/** A real Redis, on a port of its own, ended with the test. */

/** Takes what is to be done when a test, or all tests of a file, have ended. */
export type AtEnd = (end: () => unknown) => void;
export const afterTest: AtEnd = end => onTestFinished(async () => void (await end()));

/** Whether there is one; if not, that is said once for each file of tests. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) console.log('No redis-server is installed: the tests that need one are skipped.');

export interface RedisServer {
  url: string;
  pid: () => number;
  /** As a crash would. */
  kill: () => Promise<void>;
  /** Again, on the same port, with what it has written down. */
  start: () => Promise<void>;
}

interface RedisServerOptions {
  password?: string;
  /** Writes everything down. */
  durable?: boolean;
  started?: boolean;
}

export async function startRedis(options: RedisServerOptions = {}, atEnd: AtEnd = afterTest): Promise<RedisServer> {
  const { password = '', durable = false, started = true } = options;
  const port = await freePort();
  const url = `redis://${password && `:${password}@`}127.0.0.1:${port}`;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', temporaryFolder(), '--save', ''];
  args.push('--appendonly', durable ? 'yes' : 'no', '--appendfsync', 'always');
  if (password) args.push('--requirepass', password);
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    child = spawn('redis-server', args, { stdio: 'ignore' });
    await until(() => answers(url), 'Redis answers');
  };
  atEnd(kill);
  if (started) await start();
  return { url, pid: () => child?.pid as number, kill, start };
}

/** A connection to look at it; closed with the test. */
export function connectRedis(url: string, atEnd: AtEnd = afterTest): Redis {
  const redis = new Redis(url);
  redis.on('error', () => undefined); // some are lost on purpose
  atEnd(() => redis.disconnect());
  return redis;
}

/** As if it had been there for long: no process has to wait for one that might have had a lease before. */
export async function age(url: string): Promise<void> {
  const redis = connectRedis(url);
  const [, run = ''] = /run_id:(\w+)/.exec(await redis.info('server')) ?? [];
  await redis.hset('{kibitz}:epoch', { run, since: 0 });
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined); // not yet
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
