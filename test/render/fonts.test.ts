import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { builtFile } from '../support/built.ts';
import { temporaryFolder } from '../support/settings.ts';

const SCRIPT = `
const { boardPicture } = await import(process.argv[1]);
const { sceneOf } = await import(process.argv[2]);
const { startPosition } = await import(process.argv[3]);
const players = { white: { name: 'Ann Ωмега שלום 🔥 中文', rating: 1500 }, black: { name: 'لاعب □ ♞', clock: 61 } };
const bar = { value: { kind: 'score', score: { kind: 'cp', cp: 35 } } };
const { png } = await boardPicture(sceneOf(startPosition(), { players, bar, caption: '½ → ∓ ∞', preview: 4 }));
const { GlobalFonts } = await import(process.argv[4]);
const strangers = GlobalFonts.families.filter(({ family }) => !/^(Kibitz|Noto Sans|Twemoji)/.test(family));
process.stdout.write(JSON.stringify({ png: png.toString('base64'), strangers }));
`;

const source = (path: string) => builtFile(new URL(`../../src/${path}`, import.meta.url));

async function draw(env: Record<string, string>): Promise<string> {
  const args = ['--input-type=module', '-e', SCRIPT];
  const modules = ['render/board-picture.ts', 'render/scene.ts', 'chess/position.ts', 'render/canvas.ts'].map(source);
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...modules], {
    env: { ...process.env, ...env },
    maxBuffer: 1e7,
  });
  const { png, strangers } = JSON.parse(stdout);
  expect(png.length).toBeGreaterThan(10_000);
  expect(strangers).toEqual([]); // those of the machine are not even loaded
  return createHash('sha256').update(png).digest('hex');
}

it('are our own: pictures are the same on a machine that has none', async () => {
  const folder = temporaryFolder();
  const empty = join(folder, 'fonts.conf');
  writeFileSync(empty, '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>');
  const [here, bare] = await Promise.all([
    draw({}),
    draw({ FONTCONFIG_FILE: empty, FONTCONFIG_PATH: folder, HOME: folder, XDG_DATA_HOME: folder }),
  ]);
  expect(bare).toBe(here);
});
