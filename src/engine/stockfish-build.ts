import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Executable } from './uci-process.ts';

export const BUILDS = ['configured', 'system', 'wasm', 'wasm-full'] as const;

/** A Stockfish that can be started, and where it was found. */
export interface StockfishBuild {
  source: (typeof BUILDS)[number];
  path: string;
  /**
   * Changes when the program does: cached evaluations are kept apart by it. The same on machines that have the same.
   */
  fingerprint: string;
  executable: Executable;
}

function build(source: StockfishBuild['source'], path: string, executable: Executable): StockfishBuild {
  const { size, mtimeMs } = statSync(path);
  return { source, path, fingerprint: `${basename(path)}:${size}:${Math.round(mtimeMs)}`, executable };
}

// The npm package `stockfish` 19: single-threaded builds, because the pool runs one engine per core.
const WASM_FILES = {
  wasm: 'stockfish/bin/stockfish-19-lite-single.js',
  'wasm-full': 'stockfish/bin/stockfish-19-single.js',
} as const;

/** Debian puts games here, and not on root's or a service's PATH. */
const GAME_FOLDERS = ['/usr/games', '/usr/local/games'];

/**
 * npm puts this on the PATH of its scripts; the `stockfish` there is the npm package's own starter, which is no UCI
 * engine as installed.
 */
const NPM_BIN = /node_modules[\\/]\.bin[\\/]?$/;

export interface HostPaths {
  searchPath: string;
  resolve: (file: string) => string;
}

const hostPaths = (): HostPaths => ({
  searchPath: process.env.PATH ?? '',
  resolve: createRequire(import.meta.url).resolve,
});

/**
 * In order: what the configuration names (a program, a `.js` build, or the words `wasm` and `wasm-full`),
 * a `stockfish` on the PATH or among Debian's games, the WASM build that comes with Kibitz.
 */
export function locateStockfish(configured: string | undefined, where: HostPaths = hostPaths()): StockfishBuild {
  if (configured === 'wasm' || configured === 'wasm-full') return wasmBuild(configured, where);
  if (configured) return configuredBuild(configured);
  const name = process.platform === 'win32' ? 'stockfish.exe' : 'stockfish';
  for (const folder of [...where.searchPath.split(delimiter), ...GAME_FOLDERS]) {
    const path = join(folder, name);
    if (folder && !NPM_BIN.test(folder) && isExecutable(path))
      return build('system', path, { command: path, args: [] });
  }
  return wasmBuild('wasm', where);
}

function configuredBuild(configured: string): StockfishBuild {
  const path = resolve(configured);
  if (!isFile(path))
    throw new Fault(
      'engine-missing',
      `STOCKFISH_PATH is "${path}", but there is no such file: correct it or remove it.`,
    );
  if (/\.[cm]?js$/.test(path)) return build('configured', path, nodeScript(path));
  if (!isExecutable(path))
    throw new Fault('engine-missing', `STOCKFISH_PATH is "${path}", but that file may not be executed: chmod +x it.`);
  return build('configured', path, { command: path, args: [] });
}

function wasmBuild(source: keyof typeof WASM_FILES, where: HostPaths): StockfishBuild {
  try {
    const path = where.resolve(WASM_FILES[source]);
    return build(source, path, nodeScript(path));
  } catch (cause) {
    throw new Fault(
      'engine-missing',
      'No Stockfish found: run "npm ci" to get the built-in one, install one (apt install stockfish), or set STOCKFISH_PATH.',
      { cause },
    );
  }
}

const nodeScript = (path: string): Executable => ({ command: process.execPath, args: [path] });

// For both questions below any error is the answer "no".
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}
