import type { Color } from 'chessops/types';
import { count, type Filling, fill, listed, percent, shareText, type Writing } from '../base/text.ts';
import type { Outcome } from './history.ts';
import { other } from './position.ts';
import type { Score } from './score.ts';

/** What is said of chess in every language. English stands here: pictures and terminals speak nothing else. */
export const CHESS_WORDS = {
  'color.white': 'White',
  'color.black': 'Black',
  'advantage.equal': 'approximately equal',
  'advantage.slight': 'a slight advantage for {side}',
  'advantage.clear': 'a clear advantage for {side}',
  'advantage.significant': 'a significant advantage for {side}',
  'advantage.winning': 'a winning advantage for {side}',
  'advantage.overwhelming': 'an overwhelming advantage for {side}',
  'score.equal': 'Equal',
  'score.mate': '{side} mates in {moves}',
  'result.checkmate': '{winner} has won by checkmate',
  'result.stalemate': 'Draw by stalemate',
  'result.dead': 'Draw: neither side can mate',
  'result.fifty-moves': 'Draw by the fifty-move rule',
  'result.repetition': 'Draw by repetition',
  // Players of a rating: `1600s`.
  'rating.players': '{rating}s',
} as const;
type ChessKey = keyof typeof CHESS_WORDS;

/** How something is said: in which words, and how numbers and lists are written there. */
export interface Tongue {
  readonly words: Readonly<Record<ChessKey, string>>;
  number(value: number, digits?: number): string;
  /** With a sign, but for zero: `+0.4`. */
  signed(value: number, digits?: number): string;
  /** Of a share from 0 to 1. */
  percent(share: number, digits?: number): string;
  /** In whole per cents. A little is not nothing, and almost everything is not everything. */
  share(share: number): string;
  /** `a, b and c` */
  list(items: readonly string[]): string;
}

type Words = Pick<Tongue, 'words'>;

const AS_IT_IS: Writing = { number: String, isOne: value => value === 1 };

const say = ({ words }: Words, key: ChessKey, gaps: Readonly<Record<string, Filling>> = {}): string =>
  fill(words[key], gaps, AS_IT_IS);

export const nameOf = (color: Color, tongue: Words = ENGLISH): string => say(tongue, `color.${color}`);

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

// Whole tenths first, halves away from zero: toFixed would make 0.1 of 15 centipawns and "-0.0" of -4.
const tenthsOf = (centipawns: number): number => Math.round(Math.abs(centipawns) / 10);

/** Judged on the one decimal that is shown: the same number never has two names. */
export const levelOf = (centipawns: number): Level =>
  LEVELS.find(level => 10 * tenthsOf(centipawns) <= UP_TO[level]) ?? 'overwhelming';

const leader = (signed: number, tongue: Words): string => nameOf(signed > 0 ? 'white' : 'black', tongue);

const matesIn = (moves: number, tongue: Words): string =>
  say(tongue, 'score.mate', { side: leader(moves, tongue), moves: Math.abs(moves) });

const pawnsShown = (centipawns: number): string => (tenthsOf(centipawns) / 10).toFixed(1);

const NOTHING = pawnsShown(0);

/** A score as part of a sentence: `a slight advantage for White`, `White mates in 3`. */
export const verdictOf = (score: Score, tongue: Words = ENGLISH): string =>
  score.kind === 'mate'
    ? matesIn(score.mate, tongue)
    : say(tongue, `advantage.${levelOf(score.cp)}`, { side: leader(score.cp, tongue) });

type Numbered = Pick<Tongue, 'words' | 'number'>;

/** Both together: what is equal is not said twice, nor is a mate. */
export function scoreWords(score: Score, tongue: Numbered = ENGLISH): [string, string?] {
  const [short, verdict] = [tooltip(score, tongue), verdictOf(score, tongue)];
  const isTold = score.kind === 'mate' || tenthsOf(score.cp) === 0;
  return isTold ? [short] : [short, verdict];
}

/** `Equal (0.0)`, `White +3.5`, `Black +1.2`, `White mates in 3`: the side that is ahead, and by how much. */
export function tooltip(score: Score, tongue: Numbered = ENGLISH): string {
  if (score.kind === 'mate') return matesIn(score.mate, tongue);
  const pawns = pawnsShown(score.cp);
  const shown = tongue.number(Number(pawns), 1);
  return pawns === NOTHING ? `${say(tongue, 'score.equal')} (${shown})` : `${leader(score.cp, tongue)} +${shown}`;
}

/** `0.0`, `+3.5`, `-1.2`, `M3`, `-M3`: White's side, short enough for a bar. */
export function shortScore(score: Score, { number }: Pick<Tongue, 'number'> = ENGLISH): string {
  if (score.kind === 'mate') return score.mate > 0 ? `M${score.mate}` : `-M${-score.mate}`;
  const pawns = pawnsShown(score.cp);
  const shown = number(Number(pawns), 1);
  if (pawns === NOTHING) return shown;
  return score.cp > 0 ? `+${shown}` : `-${shown}`;
}

/** Instead of the words for its score where a game is over: a mate that stands on the board is not a mate in 1. */
export const resultWords = (outcome: Outcome, turn: Color, tongue: Words = ENGLISH): string =>
  say(tongue, `result.${outcome}`, { winner: nameOf(other(turn), tongue) });

/** Instead of the number on the bar. */
export function shortResult(outcome: Outcome, turn: Color): string {
  if (outcome !== 'checkmate') return '½-½';
  return turn === 'white' ? '0-1' : '1-0';
}

/** Players of 1612 and of 1600 play alike. */
const STEP = 50;

/** `1600s`: the players of about a rating. */
export const peopleOf = (rating: number, tongue: Words = ENGLISH): string =>
  say(tongue, 'rating.players', { rating: String(Math.round(rating / STEP) * STEP) });

/** As terminals and files have it. */
export const ENGLISH: Tongue = {
  words: CHESS_WORDS,
  // What has a fraction is small here, and formats are slow.
  number: (value, digits = 0) => (digits === 0 ? count(value) : value.toFixed(digits)),
  signed: (value, digits = 2) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`,
  percent: (share, digits = 0) => percent(share, digits),
  share: shareText,
  list: listed,
};
