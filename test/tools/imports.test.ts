import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { architecture, PAGE } from '../../tools/architecture.ts';
import { filesInCycles, type Imports, namesOfNothing, readImports, wrongImports } from '../../tools/imports.ts';
import { projectRoot } from '../support/built.ts';
import { temporaryFolder } from '../support/settings.ts';

/** The files of a small project, by their paths in src. */
function written(files: Record<string, string>): Imports {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', name)), { recursive: true });
    writeFileSync(join(root, 'src', name), text);
  }
  return readImports(root);
}

describe('the imports of this project', () => {
  const imports = readImports(projectRoot, ['src', 'test', 'bench', 'gallery', 'load', 'tools']);

  it('are allowed by the tables', () => {
    expect(imports.size).toBeGreaterThan(500);
    expect(wrongImports(imports)).toEqual([]);
  });

  it('make no cycle', () => {
    expect(filesInCycles(imports)).toEqual([]);
  });

  it('belong to folders and files that the tables name, each of which there is', () => {
    expect(namesOfNothing(imports)).toEqual([]);
  });

  it('are drawn as they are in docs/architecture.md', () => {
    expect(readFileSync(PAGE, 'utf8').includes(architecture()), 'npm run architecture').toBe(true);
  });
});

describe('what is forbidden', () => {
  it.each([
    ['a folder further up', 'chess/a.ts', '../engine/uci.ts'],
    ['a folder beside it', 'input/a.ts', '../render/scene.ts'],
    ['the other bot', 'bot/discord/watch/a.ts', '../../lichess/bot.ts'],
    ['a file of a folder that has others to give', 'store/a.ts', '../engine/engine-pool.ts'],
    ['a folder that has a row of its own', 'present/a.ts', '../web/report.ts'],
    ['a file beside the folders', 'service/a.ts', '../app/config-keys.ts'],
    ['what is taken out of everything', 'app/a.ts', '../engine/stockfish.ts'],
    ['the commands, where bots and servers are put together', 'app/a.ts', '../cli/terminal.ts'],
    ['what is taken out of everything but for a file', 'app/a.ts', '../tasks/process.ts'],
    ['what is not in src', 'cli/a.ts', '../../test/support/clock.ts'],
    ['a heavy package', 'bot/lichess/a.ts', 'discord.js'],
    ['a part of a package', 'input/a.ts', '@napi-rs/canvas/extra'],
    ['a package that is in no table', 'cli/a.ts', 'left-pad'],
    ['a module of Node by name', 'bot/discord/a.ts', 'node:child_process'],
    ['any module of Node', 'web/page/review/a.ts', 'node:fs/promises'],
  ])('is %s', (_, file, imported) => {
    const wrong = wrongImports(
      written({ [file]: `import { thing } from '${imported}';\nexport const other = thing;\n` }),
    );
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(`src/${file} imports `);
  });

  it.each([
    "import type { Job } from '../service/jobs.ts';\nexport type Other = Job;\n",
    "import { type Job } from '../service/jobs.ts';\nexport type Other = Job;\n",
    "import '../service/jobs.ts';\n",
    "export * from '../service/jobs.ts';\n",
    "export type { Job } from '../service/jobs.ts';\n",
    "export type Other = import('../service/jobs.ts').Job;\n",
    "export const later = () => import('../service/jobs.ts');\n",
    'export const later = () => import(`../service/jobs.ts`);\n',
  ])('is forbidden in every way of importing: %j', text => {
    expect(wrongImports(written({ 'chess/a.ts': text }))).toEqual([
      'src/chess/a.ts imports src/service/jobs.ts, which chess may not.',
    ]);
  });

  it('is any file in a folder without a row', () => {
    expect(wrongImports(written({ 'new/a.ts': '' }))).toEqual(['src/new/a.ts belongs to no row of FOLDERS.']);
  });

  it('is a cycle, of types, too, and however long', () => {
    const one = "import type { B } from './b.ts';\nexport type A = B;\n";
    const files = {
      'chess/a.ts': one,
      'chess/b.ts': "export type { C as B } from './c.ts';\n",
      'chess/c.ts': "export type C = import('./a.ts').A;\n",
      'chess/d.ts': "import './a.ts';\n",
      'chess/e.ts': "import './e.ts';\n",
    };
    expect(filesInCycles(written(files))).toEqual([
      'src/chess/a.ts',
      'src/chess/b.ts',
      'src/chess/c.ts',
      'src/chess/e.ts',
    ]);
    expect(filesInCycles(written({ ...files, 'chess/c.ts': 'export type C = 1;\n', 'chess/e.ts': '' }))).toEqual([]);
  });
});

describe('what is allowed', () => {
  it.each([
    ['a file of the same row', 'engine/onnx/a.ts', '../fault.ts'],
    ['a folder further down', 'analysis/review/a.ts', '../../chess/game.ts'],
    ['a file that a row names', 'store/a.ts', '../render/theme.ts'],
    ['a package in its place', 'render/a.ts', '@napi-rs/canvas'],
    ['a part of a package that is allowed', 'chess/a.ts', 'chessops/pgn'],
    ['a module of Node', 'cli/a.ts', 'node:fs/promises'],
  ])('is %s', (_, file, imported) => {
    expect(wrongImports(written({ [file]: `export * from '${imported}';\n` }))).toEqual([]);
  });
});
