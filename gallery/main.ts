import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ShownSection } from './exhibit.ts';
import { KINDS } from './kinds.ts';
import { ODD } from './odd.ts';
import { INDEX, writeGallery } from './write.ts';

/** All kinds of pictures in all looks, for people to look at. No engine is needed: the samples are written down. */

const FOLDER = fileURLToPath(new URL('../out/gallery', import.meta.url));
const SECTIONS = [...KINDS, ODD];

function report({ name, shown, ms }: ShownSection): void {
  const bytes = shown.reduce((sum, picture) => sum + picture.bytes, 0);
  console.log(
    `${name}: ${shown.length} pictures, ${Math.round(bytes / 1000).toLocaleString('en-US')} KB, ${(ms / 1000).toFixed(1)} s`,
  );
}

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find(name => SECTIONS.every(section => section.name !== name));
  if (unknown !== undefined) {
    console.error(`there is no section "${unknown}"; known are ${SECTIONS.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  await writeGallery(
    FOLDER,
    SECTIONS.filter(({ name }) => names.length === 0 || names.includes(name)),
    report,
  );
  console.log(join(FOLDER, INDEX));
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
