import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../processes.ts';
import type { Discord } from './discord.ts';

/** `kibitz bot` as a process of its own, on the Discord of this machine. */

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const START_MS = 60_000;

/** Ended at once when the work is done. */
export async function withProgram<T>(
  { token, api }: Discord,
  folder: string,
  env: Readonly<Record<string, string>>,
  work: (pid: number) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, 'bot'], {
    cwd: folder,
    env: { ...process.env, KIBITZ_DATA_DIR: folder, DISCORD_TOKEN: token, DISCORD_API: api, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = once(child, 'close');
  try {
    await until(() => isReady(child, said), 'the bot is ready', START_MS);
    return await work(child.pid ?? 0);
  } finally {
    child.kill('SIGKILL');
    await closed;
  }
}

function isReady({ exitCode }: ChildProcess, said: string): boolean {
  if (exitCode !== null) throw new Error(`the bot has ended: ${said}`);
  return said.includes('oauth2/authorize');
}
