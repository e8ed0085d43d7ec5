/**
 * A page that people have written, with places for what a program says: `<!-- name -->` and `<!-- /name -->` stand
 * around each, on lines of their own.
 */

const PLACE = /^<!-- ([\w-]+) -->\n[\s\S]*?^<!-- \/\1 -->$/gm;

export const placesIn = (page: string): string[] => Array.from(page.matchAll(PLACE), ([, name = '']) => name);

/** The page with new texts in its places: one for each place, and a place for each. */
export function filled(page: string, texts: ReadonlyMap<string, string>): string {
  const places = placesIn(page);
  const homeless = [...texts.keys()].filter(name => !places.includes(name));
  if (homeless.length > 0) throw new Error(`there is no place in the page for: ${homeless.join(', ')}`);
  return page.replace(PLACE, (_, name: string) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`there is nothing for the place "${name}"`);
    return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
  });
}
