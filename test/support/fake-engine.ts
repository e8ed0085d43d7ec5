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

/** A program to be named as STOCKFISH_PATH that thinks for ever. */
export function endlessEngine(): { path: string; started: () => boolean } {
  const folder = temporaryFolder();
  const files = { program: join(folder, 'stockfish'), pid: join(folder, 'pid') };
  writeFileSync(files.program, `#!/bin/sh\nexec "${process.execPath}" "${path}" silent "${files.pid}"\n`);
  chmodSync(files.program, 0o755);
  return { path: files.program, started: () => existsSync(files.pid) };
}
