import type { Phase } from '../chess/game.ts';
import { type Box, middle } from './box.ts';
import type { PhaseBand } from './history-scene.ts';
import { type Label, placeLabel, textWidth } from './label.ts';
import { clamp } from './share.ts';

/** At the reference width. */
const SIZE = 12;
const INSET = 5;
const GAP = 2;
/** Less than this much of a type tells less than the word for the phase. */
const LEAST_TYPE = 80;

const WORDS: Record<Phase, string> = { opening: 'Opening', middlegame: 'Middlegame', endgame: 'Endgame' };
const SHORT: Record<Phase, string> = { opening: 'Open', middlegame: 'Middle', endgame: 'End' };
/** Types that say by themselves that it is an endgame, or that it is not quite one. */
const WHOLE = /endgame|transition/i;

export interface Band {
  phase: Phase;
  box: Box;
  /** Absent where there is no room for it. */
  label?: Label;
}

const phaseName = ({ phase, type }: PhaseBand): string => {
  if (phase !== 'endgame' || !type) return WORDS[phase];
  return WHOLE.test(type) ? type : `${type} endgame`;
};

/** The longest name that fits; else what kind of endgame it is, as far as there is room; else the phase in a word. */
function placeName(band: PhaseBand, box: Box, unit: number): Label | undefined {
  const style = { size: SIZE * unit };
  const room = box.width - 2 * INSET * unit;
  const word = WORDS[band.phase];
  const type = band.phase === 'endgame' && band.type ? band.type : word;
  const fits = (name: string) => textWidth(name, style) <= room;
  const cut = room >= LEAST_TYPE * unit ? type : undefined;
  const text = [phaseName(band), type].find(fits) ?? cut ?? [word, SHORT[band.phase]].find(fits);
  return text === undefined ? undefined : placeLabel(text, box.x + box.width / 2, middle(box), room, style, 'center');
}

/** Bands side by side: where two claim the same moves, the earlier keeps them. */
export function placeBands(
  phases: readonly PhaseBand[],
  row: Box,
  first: number,
  last: number,
  x: (ply: number) => number,
  unit: number,
): Band[] {
  const bands: Band[] = [];
  let begin = first;
  for (const band of [...phases].sort((a, b) => a.from - b.from)) {
    // A move lies between the position before it and the one after.
    const from = clamp(band.from - 1, begin, last);
    const to = clamp(band.to, from, last);
    if (!(to > from)) continue;
    begin = to;
    const left = Math.round(x(from)) + (from > first ? GAP * unit : 0);
    const box = { ...row, x: left, width: Math.max(1, Math.round(x(to)) - left) };
    const label = placeName(band, box, unit);
    bands.push(label ? { phase: band.phase, box, label } : { phase: band.phase, box });
  }
  return bands;
}
