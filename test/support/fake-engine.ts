import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StockfishBuild } from '../../src/engine/stockfish-build.ts';
import { temporaryFolder } from './settings.ts';

export type Misbehaviour =
  | 'chatter'
  | 'pieces'
  | 'silent'
  | 'dies'
  | 'complains'
  | 'nonsense'
  | 'mute'
  | 'deaf'
  | 'floods';

const path = fileURLToPath(new URL('./fake-engine.mjs', import.meta.url));

export const fakeBuild = (mode: Misbehaviour, pidFile = ''): StockfishBuild => ({
  source: 'configured',
  path,
  fingerprint: mode,
  executable: { command: process.execPath, args: [path, mode, pidFile] },
});

/** Makes a program to be named as STOCKFISH_PATH that runs a script with Node. */
function makeProgram(script: string, ...args: string[]): string {
  const program = join(temporaryFolder(), 'stockfish');
  const words = [process.execPath, script, ...args].map(word => `"${word}"`);
  writeFileSync(program, `#!/bin/sh\nexec ${words.join(' ')}\n`);
  chmodSync(program, 0o755);
  return program;
}

/** The path of an engine that thinks for ever. */
export function endlessEngine(): { path: string; started: () => boolean } {
  const pidFile = join(temporaryFolder(), 'pid');
  return { path: makeProgram(path, 'silent', pidFile), started: () => existsSync(pidFile) };
}

let quick: string | undefined;

/** The path of an engine that answers soon, with moves that mean nothing; always the same one in a file of tests. */
export function quickEngine(): string {
  quick ??= makeProgram(fileURLToPath(new URL('./quick-engine.mjs', import.meta.url)));
  return quick;
}
