import { type Box, middle, right } from './box.ts';
import { type Row, SIGNS, type Sign } from './chart-row.ts';
import { type Label, placeLabel, textWidth } from './label.ts';

/** At the reference width. */
const SIZE = 11.5;
const LINE_HEIGHT = 20;
const SWATCH = { width: 18, gap: 5, apart: 14 };

export const KEYS = ['expected', 'engine', 'forecast'] as const;
export type Key = (typeof KEYS)[number];

const KEY_WORDS: Record<Key, string> = {
  expected: 'expected against people',
  engine: 'Stockfish',
  forecast: 'Maia’s forecast',
};

const SIGN_WORDS: Record<Sign, string> = {
  trap: 'trap: the reply often goes wrong',
  risk: 'risk: you often go wrong later',
};

export interface LegendItem {
  /** Signs are words themselves. */
  key?: Key;
  swatch: Box;
  label: Label;
}

/** Only what is in the picture is explained; as many lines as it takes. */
export function placeLegend(rows: readonly Row[], { x: left, y: top, width }: Omit<Box, 'height'>, unit: number) {
  const px = (length: number) => Math.round(length * unit);
  const edge = left + width;
  const seen: Record<Key, boolean> = {
    expected: rows.length > 0,
    engine: rows.some(({ thin }) => thin),
    forecast: rows.some(({ forecast }) => forecast),
  };
  const signs = SIGNS.filter(one => rows.some(row => row.signs.some(({ sign }) => sign === one)));
  const entries: { key?: Key; text: string }[] = [
    ...KEYS.filter(key => seen[key]).map(key => ({ key, text: KEY_WORDS[key] })),
    ...signs.map(sign => ({ text: SIGN_WORDS[sign] })),
  ];
  const style = { size: SIZE * unit };
  const items: LegendItem[] = [];
  let [x, y] = [left, top];
  for (const { key, text } of entries) {
    const lead = key ? px(SWATCH.width + SWATCH.gap) : 0;
    if (x > left && x + lead + textWidth(text, style) > edge) {
      x = left;
      y += px(LINE_HEIGHT);
    }
    const swatch = { x, y, width: key ? px(SWATCH.width) : 0, height: px(LINE_HEIGHT) };
    const label = placeLabel(text, x + lead, middle(swatch), edge - x - lead, style);
    items.push(key ? { key, swatch, label } : { swatch, label });
    x = right(label.box) + px(SWATCH.apart);
  }
  return { items, height: items.length > 0 ? y + px(LINE_HEIGHT) - top : 0 };
}
