import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exhibit, Section, Shown, ShownSection } from './exhibit.ts';
import { page } from './page.ts';

export const INDEX = 'index.html';

/** Written beside the pictures, and shown on the page again as wide as a phone is. */
const PHONE =
  /^(expected|history|tree|odd-graph-300-plies|odd-tree-huge|odd-chart-many|odd-names-sixty-characters-720)$/;
const PHONE_LOOK = /^(board|graph-clocks|tree-scholar|chart)-(brown-dark|high-contrast-light)(-black)?$/;
export const onPhone = ({ name }: Pick<Shown, 'name'>): boolean => PHONE.test(name) || PHONE_LOOK.test(name);

async function show(folder: string, { name, draw }: Exhibit): Promise<Shown> {
  const drawn = await draw();
  const [bytes, ending] = 'gif' in drawn ? [drawn.gif, 'gif'] : [drawn.png, 'png'];
  const file = `${name}.${ending}`;
  writeFileSync(join(folder, file), bytes);
  const { width, height, alt } = drawn;
  return { name, file, width, height, bytes: bytes.length, alt };
}

/** Draws everything into `folder`, one section after the other, and writes the page that shows it. */
export async function writeGallery(
  folder: string,
  sections: readonly Section[],
  report: (section: ShownSection) => void = () => {},
): Promise<ShownSection[]> {
  mkdirSync(folder, { recursive: true });
  const written: ShownSection[] = [];
  for (const { exhibits, ...section } of sections) {
    const started = performance.now();
    const shown: Shown[] = [];
    for (const exhibit of exhibits) shown.push(await show(folder, exhibit));
    const done = { ...section, shown, ms: performance.now() - started };
    written.push(done);
    report(done);
  }
  writeFileSync(join(folder, INDEX), page(written, written.flatMap(({ shown }) => shown).filter(onPhone)));
  return written;
}
