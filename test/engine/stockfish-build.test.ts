import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { type HostPaths, locateStockfish } from '../../src/engine/stockfish-build.ts';
import { temporaryFolder } from '../support/settings.ts';

// Debian's folders are fixed; a Stockfish that this computer has there must not decide how these tests end.
const debian = vi.hoisted(() => ({ games: '/nowhere' }));
vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const moved = (path: string) => path.replace(/^\/usr\/(local\/)?games(?=\/)/, debian.games);
  return {
    ...fs,
    accessSync: (path: string, mode: number) => fs.accessSync(moved(path), mode),
    statSync: (path: string) => fs.statSync(moved(path)),
  };
});

const root = temporaryFolder();

function file(path: string, mode = 0o755): string {
  const whole = join(root, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, '#!/bin/sh\n');
  chmodSync(whole, mode);
  return whole;
}

const folder = (path: string): string => join(root, path);

const WASM = file('package/stockfish-lite.js', 0o644);
const FULL = file('package/stockfish-full.js', 0o644);
const NATIVE = file('bin/stockfish');
const SECOND = file('more/stockfish');
file('project/node_modules/.bin/stockfish');
file('plain/stockfish', 0o644);
mkdirSync(folder('folder/stockfish'), { recursive: true });

const WASM_FILES: Record<string, string> = {
  'stockfish/bin/stockfish-19-lite-single.js': WASM,
  'stockfish/bin/stockfish-19-single.js': FULL,
};

const where = (...folders: string[]): HostPaths => ({
  searchPath: folders.map(folder).join(delimiter),
  resolve: name => {
    const path = WASM_FILES[name];
    if (!path) throw new Error(`Cannot find module '${name}'`);
    return path;
  },
});

const NOTHING: HostPaths = {
  searchPath: '',
  resolve: name => {
    throw new Error(`Cannot find module '${name}'`);
  },
};

const faultOf = (configured: string | undefined, surroundings: HostPaths): unknown => {
  try {
    return locateStockfish(configured, surroundings);
  } catch (error) {
    return error;
  }
};

describe('the Stockfish that is used', () => {
  it('is the configured one before any other', () => {
    const mine = file('mine/my-stockfish');
    expect(locateStockfish(mine, where('bin'))).toMatchObject({
      source: 'configured',
      path: mine,
      executable: { command: mine, args: [] },
    });
  });

  it('is the first on the PATH before the one that comes with Kibitz', () => {
    expect(locateStockfish(undefined, where('empty', 'bin', 'more'))).toMatchObject({
      source: 'system',
      path: NATIVE,
      executable: { command: NATIVE, args: [] },
    });
    expect(locateStockfish('', where('more', 'bin')).path).toBe(SECOND);
  });

  it('is the WASM build, run by this Node, where there is no other', () => {
    expect(locateStockfish(undefined, where('empty'))).toMatchObject({
      source: 'wasm',
      path: WASM,
      executable: { command: process.execPath, args: [WASM] },
    });
  });

  it.each([
    ["npm's starter script", 'project/node_modules/.bin'],
    ["npm's starter script, with a slash", 'project/node_modules/.bin/'],
    ['a file that may not be executed', 'plain'],
    ['a folder of that name', 'folder'],
  ])('is never %s', (_, path) => {
    expect(locateStockfish(undefined, where(path)).source).toBe('wasm');
    expect(locateStockfish(undefined, where(path, 'bin')).path).toBe(NATIVE);
  });

  it("is found among Debian's games, after the PATH", () => {
    file('games/stockfish');
    debian.games = folder('games');
    try {
      expect(locateStockfish(undefined, where('empty'))).toMatchObject({
        source: 'system',
        path: '/usr/games/stockfish',
      });
      expect(locateStockfish(undefined, where('bin')).path).toBe(NATIVE);
    } finally {
      debian.games = '/nowhere';
    }
  });

  it('is a WASM build by name, even with another on the PATH', () => {
    expect(locateStockfish('wasm', where('bin'))).toMatchObject({ source: 'wasm', path: WASM });
    expect(locateStockfish('wasm-full', where('bin'))).toMatchObject({ source: 'wasm-full', path: FULL });
  });

  it('may be a configured script, which Node runs and which need not be executable', () => {
    const script = file('mine/engine.mjs', 0o644);
    expect(locateStockfish(script, NOTHING)).toMatchObject({
      source: 'configured',
      executable: { command: process.execPath, args: [script] },
    });
  });

  it('has another fingerprint once the file has changed', () => {
    const path = file('changing/stockfish');
    const before = locateStockfish(path, NOTHING).fingerprint;
    expect(locateStockfish(path, NOTHING).fingerprint).toBe(before);
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    expect(locateStockfish(path, NOTHING).fingerprint).not.toBe(before);
    expect(locateStockfish(NATIVE, NOTHING).fingerprint).not.toBe(before);
  });

  it('comes with Kibitz', () => {
    expect(locateStockfish('wasm')).toMatchObject({ source: 'wasm', path: expect.stringContaining('stockfish') });
  });
});

describe('no Stockfish', () => {
  it('at the configured place is said, although others are there', () => {
    const missing = folder('missing');
    const fault = faultOf(missing, where('bin'));
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({
      code: 'engine-missing',
      message: `STOCKFISH_PATH is "${missing}", but there is no such file: correct it or remove it.`,
    });
    expect(faultOf(folder('bin'), where('bin'))).toMatchObject({ message: expect.stringContaining('no such file') });
  });

  it('that may be executed is said with its remedy', () => {
    const path = folder('plain/stockfish');
    expect(faultOf(path, where('bin'))).toMatchObject({
      code: 'engine-missing',
      message: `STOCKFISH_PATH is "${path}", but that file may not be executed: chmod +x it.`,
    });
  });

  it('anywhere is said with three remedies', () => {
    const message =
      'No Stockfish found: run "npm ci" to get the built-in one, install one (apt install stockfish), or set STOCKFISH_PATH.';
    expect(faultOf(undefined, NOTHING)).toMatchObject({ code: 'engine-missing', message });
    expect(faultOf('wasm', NOTHING)).toMatchObject({ code: 'engine-missing', message });
  });
});
