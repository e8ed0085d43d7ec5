import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach } from 'vitest';
import { mainFile } from './built.ts';
import { modelDir, temporaryFolder } from './settings.ts';

/** The command line as a user starts it, in an empty folder; killed with the test that started it. */

export interface Started {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  code: Promise<number | null>;
}

interface Surroundings {
  env?: Record<string, string>;
  cwd?: string;
  /** What comes on standard input. */
  input?: string;
  /** Node's arguments that start it. */
  program?: readonly string[];
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

export function startKibitz(args: readonly string[], surroundings: Surroundings = {}): Started {
  const { env, cwd = temporaryFolder(), input, program = [mainFile] } = surroundings;
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...process.env, KIBITZ_DATA_DIR: temporaryFolder(), KIBITZ_MODEL_DIR: modelDir(), ...env },
  });
  children.push(child);
  child.stdin.end(input);
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text;
  });
  const code = new Promise<number | null>(resolve => child.on('close', resolve));
  return { child, out: () => texts.out, err: () => texts.err, code };
}

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

export async function kibitz(args: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const { code, out, err } = startKibitz(args, surroundings);
  return { code: await code, out: out(), err: err() };
}
