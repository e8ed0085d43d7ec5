import { createRequire } from 'node:module';
import { GlobalFonts } from './canvas.ts';

export const WEIGHTS = ['regular', 'bold'] as const;
export type Weight = (typeof WEIGHTS)[number];

const SIGNS = [
  '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2',
  '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
  'twemoji-colr-font/twemoji.woff2',
];

/**
 * Files by weight, in the order in which a character is looked for. Each has an alias of its own, because several files
 * under one name do not complete each other.
 */
const FONTS: Record<Weight, readonly string[]> = {
  regular: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2',
    '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2',
    ...SIGNS,
  ],
  bold: [
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
    '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff2',
    '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-700-normal.woff2',
    ...SIGNS,
  ],
};

const { resolve } = createRequire(import.meta.url);

/** A missing or broken font stops everything: another font would draw other pictures. */
function familyOf(weight: Weight): string {
  return FONTS[weight]
    .map((file, index) => {
      const alias = `Kibitz ${weight} ${index}`;
      if (!GlobalFonts.registerFromPath(resolve(file), alias)) throw new Error(`the font ${file} cannot be loaded`);
      return `"${alias}"`;
    })
    .join(', ');
}

let families: Record<Weight, string> | undefined;

/** The value of a context's `font`. The files are read at the first call, once. */
export function font(size: number, weight: Weight = 'regular'): string {
  families ??= { regular: familyOf('regular'), bold: familyOf('bold') };
  return `${size}px ${families[weight]}`;
}
