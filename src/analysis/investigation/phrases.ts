import type { Position } from '../../chess/position.ts';
import type { Language } from '../../chess/tongue.ts';
import { type Fate, fateOf } from './fate.ts';
import { type LineStep, stepsOf } from './lines.ts';
import { type Lure, lureOf } from './lure.ts';
import { german } from './phrases-de.ts';
import { english } from './phrases-en.ts';
import type { Branch } from './report.ts';

export interface Named {
  /** Undefined where the move ends the game. */
  answer: string | undefined;
  best: string;
  last: LineStep;
}

/** How both halves are said in a language: `looks like a free pawn`, `loses the queen to Rb8`. */
export interface Phrasing {
  lure(lure: Lure): string;
  fate(fate: Fate, named: Named): string;
}

const PHRASINGS: Record<Language, Phrasing> = { en: english, de: german };

/** Both halves of what is said of a branch: why it looks good, and why it is not. */
interface Explanation {
  looks: string;
  fails: string;
  fate: Fate;
}

export function explain(
  { line, illusion, instead, stop }: Branch,
  start: Position,
  language: Language = 'en',
): Explanation {
  const steps = stepsOf(
    start,
    line.map(({ uci }) => uci),
  );
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) throw new RangeError('a branch has at least one move');
  const { shallow, deep } = illusion;
  const fate = fateOf({ steps, shallow, deep, best: instead.score, ending: stop?.ending ?? null });
  const phrasing = PHRASINGS[language];
  const fails = phrasing.fate(fate, { answer: line[1]?.san, best: instead.san, last });
  return { looks: phrasing.lure(lureOf(first)), fails, fate };
}
