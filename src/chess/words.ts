import type { Color } from 'chessops/types';
import { count, listed, percent, shareText } from '../base/text.ts';
import type { Outcome } from './history.ts';
import { other } from './position.ts';
import type { Score } from './score.ts';
import type { Language, Tongue } from './tongue.ts';

const COLOR_NAMES: Record<Language, Record<Color, string>> = {
  en: { white: 'White', black: 'Black' },
  de: { white: 'Weiß', black: 'Schwarz' },
};

export const nameOf = (color: Color, language: Language = 'en'): string => COLOR_NAMES[language][color];

/** How large an advantage is, smallest first. */
export const LEVELS = ['equal', 'slight', 'clear', 'significant', 'winning', 'overwhelming'] as const;
type Level = (typeof LEVELS)[number];

/** The most centipawns that still belong to a level. */
const UP_TO: Record<Level, number> = {
  equal: 50,
  slight: 150,
  clear: 300,
  significant: 500,
  winning: 1000,
  overwhelming: Number.POSITIVE_INFINITY,
};

const VERDICTS: Record<Language, Record<Level, (side: string) => string>> = {
  en: {
    equal: () => 'approximately equal',
    slight: side => `a slight advantage for ${side}`,
    clear: side => `a clear advantage for ${side}`,
    significant: side => `a significant advantage for ${side}`,
    winning: side => `a winning advantage for ${side}`,
    overwhelming: side => `an overwhelming advantage for ${side}`,
  },
  de: {
    equal: () => 'etwa ausgeglichen',
    slight: side => `leichter Vorteil für ${side}`,
    clear: side => `klarer Vorteil für ${side}`,
    significant: side => `großer Vorteil für ${side}`,
    winning: side => `entscheidender Vorteil für ${side}`,
    overwhelming: side => `überwältigender Vorteil für ${side}`,
  },
};

// Whole tenths first, halves away from zero: toFixed would make 0.1 of 15 centipawns and "-0.0" of -4.
const tenthsOf = (centipawns: number): number => Math.round(Math.abs(centipawns) / 10);

/** Judged on the one decimal that is shown: the same number never has two names. */
export const levelOf = (centipawns: number): Level =>
  LEVELS.find(level => 10 * tenthsOf(centipawns) <= UP_TO[level]) ?? 'overwhelming';

const leader = (signed: number, language: Language): string => nameOf(signed > 0 ? 'white' : 'black', language);

const MATES: Record<Language, (side: string, moves: number) => string> = {
  en: (side, moves) => `${side} mates in ${moves}`,
  de: (side, moves) => `${side} setzt in ${moves} matt`,
};

const matesIn = (moves: number, language: Language): string =>
  MATES[language](leader(moves, language), Math.abs(moves));

const pawnsShown = (centipawns: number): string => (tenthsOf(centipawns) / 10).toFixed(1);

const NOTHING = pawnsShown(0);

/** A score as part of a sentence: `a slight advantage for White`, `White mates in 3`. */
export const verdictOf = (score: Score, language: Language = 'en'): string =>
  score.kind === 'mate'
    ? matesIn(score.mate, language)
    : VERDICTS[language][levelOf(score.cp)](leader(score.cp, language));

/** Both together: what is equal is not said twice, nor is a mate. */
export function scoreWords(score: Score, tongue: Pick<Tongue, 'language' | 'number'> = ENGLISH): [string, string?] {
  const [short, verdict] = [tooltip(score, tongue), verdictOf(score, tongue.language)];
  const isTold = score.kind === 'mate' || tenthsOf(score.cp) === 0;
  return isTold ? [short] : [short, verdict];
}

const EQUAL: Record<Language, string> = { en: 'Equal', de: 'Ausgeglichen' };

/** `Equal (0.0)`, `White +3.5`, `Black +1.2`, `White mates in 3`: the side that is ahead, and by how much. */
export function tooltip(score: Score, { language, number }: Pick<Tongue, 'language' | 'number'> = ENGLISH): string {
  if (score.kind === 'mate') return matesIn(score.mate, language);
  const pawns = pawnsShown(score.cp);
  const shown = number(Number(pawns), 1);
  return pawns === NOTHING ? `${EQUAL[language]} (${shown})` : `${leader(score.cp, language)} +${shown}`;
}

/** `0.0`, `+3.5`, `-1.2`, `M3`, `-M3`: White's side, short enough for a bar. */
export function shortScore(score: Score, { number }: Pick<Tongue, 'number'> = ENGLISH): string {
  if (score.kind === 'mate') return score.mate > 0 ? `M${score.mate}` : `-M${-score.mate}`;
  const pawns = pawnsShown(score.cp);
  const shown = number(Number(pawns), 1);
  if (pawns === NOTHING) return shown;
  return score.cp > 0 ? `+${shown}` : `-${shown}`;
}

const RESULTS: Record<Language, Record<Outcome, (winner: string) => string>> = {
  en: {
    checkmate: winner => `${winner} has won by checkmate`,
    stalemate: () => 'Draw by stalemate',
    dead: () => 'Draw: neither side can mate',
    'fifty-moves': () => 'Draw by the fifty-move rule',
    repetition: () => 'Draw by repetition',
  },
  de: {
    checkmate: winner => `${winner} hat durch Matt gewonnen`,
    stalemate: () => 'Remis durch Patt',
    dead: () => 'Remis: Keine Seite kann matt setzen',
    'fifty-moves': () => 'Remis nach der Fünfzig-Züge-Regel',
    repetition: () => 'Remis durch Stellungswiederholung',
  },
};

/** Instead of the words for its score where a game is over: a mate that stands on the board is not a mate in 1. */
export const resultWords = (outcome: Outcome, turn: Color, language: Language = 'en'): string =>
  RESULTS[language][outcome](nameOf(other(turn), language));

/** Instead of the number on the bar. */
export function shortResult(outcome: Outcome, turn: Color): string {
  if (outcome !== 'checkmate') return '½-½';
  return turn === 'white' ? '0-1' : '1-0';
}

/** Nobody plays differently at 1612 than at 1600. */
const STEP = 50;

const PEOPLE: Record<Language, string> = { en: 's', de: 'er' };

/** `1600s`: the people whom somebody is compared with. */
export const peopleOf = (rating: number, language: Language = 'en'): string =>
  `${Math.round(rating / STEP) * STEP}${PEOPLE[language]}`;

/** As terminals and files have it. */
export const ENGLISH: Tongue = {
  language: 'en',
  // What has a fraction is small here, and formats are slow.
  number: (value, digits = 0) => (digits === 0 ? count(value) : value.toFixed(digits)),
  signed: (value, digits = 2) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`,
  percent: (share, digits = 0) => percent(share, digits),
  share: shareText,
  list: listed,
};
