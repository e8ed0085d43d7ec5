import { plural } from '../../base/text.ts';
import type { Language } from '../../chess/tongue.ts';
import type { Cause } from '../review-result.ts';

/** How a game ended, in words. */

const winsEn: Record<Cause, (loser: string) => string> = {
  checkmate: () => ' by checkmate',
  resignation: () => ' by resignation',
  time: () => ' on time',
  abandonment: loser => `, as ${loser} left the game,`,
  adjudication: () => ' by adjudication',
  rules: () => ' by a ruling',
  // None of these wins a game; whoever writes so has not said how it was won.
  agreement: () => '',
  stalemate: () => '',
  dead: () => '',
  'fifty-moves': () => '',
  repetition: () => '',
};

const winsDe: typeof winsEn = {
  checkmate: () => ' durch Matt',
  resignation: () => ' durch Aufgabe',
  time: () => ' durch Zeitüberschreitung',
  abandonment: loser => `, weil ${loser} die Partie verlassen hat`,
  adjudication: () => ' durch Abschätzung',
  rules: () => ' durch Schiedsspruch',
  agreement: () => '',
  stalemate: () => '',
  dead: () => '',
  'fifty-moves': () => '',
  repetition: () => '',
};

const drawsEn: Record<Cause, string> = {
  stalemate: ' by stalemate',
  dead: ', as neither side can mate,',
  'fifty-moves': ' by the fifty-move rule',
  repetition: ' by repetition',
  agreement: ' by agreement',
  time: ', as time ran out,',
  adjudication: ' by adjudication',
  rules: ' by a ruling',
  abandonment: ', as the game was abandoned,',
  checkmate: '',
  resignation: '',
};

const drawsDe: typeof drawsEn = {
  stalemate: ' durch Patt',
  dead: ', weil keine Seite matt setzen kann',
  'fifty-moves': ' nach der Fünfzig-Züge-Regel',
  repetition: ' durch Stellungswiederholung',
  agreement: ' durch Einigung',
  time: ', weil die Zeit abgelaufen ist',
  adjudication: ' durch Abschätzung',
  rules: ' durch Schiedsspruch',
  abandonment: ', weil die Partie abgebrochen wurde',
  checkmate: '',
  resignation: '',
};

/** How many moves there were; 0 is none. */
interface Length {
  moves: number;
}
interface Won extends Length {
  winner: string;
  loser: string;
  /** How, as above. */
  by: Cause | undefined;
  /** The loser without a rating. */
  name: string;
}
interface Drew extends Length {
  white: string;
  black: string;
  by: Cause | undefined;
}

const how = <T>(table: Record<Cause, T>, by: Cause | undefined): T | undefined => by && table[by];
const inMoves = (moves: number): string => (moves === 0 ? 'without a move' : `in ${plural(moves, 'move')}`);
const zuegen = (moves: number): string => (moves === 1 ? '1 Zug' : `${moves} Zügen`);
const inZuegen = (moves: number): string => (moves === 0 ? 'ohne einen Zug' : `in ${zuegen(moves)}`);
const nachZuegen = (moves: number): string => (moves === 0 ? 'ohne einen Zug' : `nach ${zuegen(moves)}`);

const en = {
  won: ({ winner, loser, by, name, moves }: Won) =>
    `${winner} beat ${loser}${how(winsEn, by)?.(name) ?? ''} ${inMoves(moves)}`,
  drew: ({ white, black, by, moves }: Drew) => `${white} and ${black} drew${how(drawsEn, by) ?? ''} ${inMoves(moves)}`,
  open: (white: string, black: string, moves: number) =>
    `${white} against ${black}, ${moves === 0 ? inMoves(moves) : `unfinished after ${plural(moves, 'move')}`}`,
  /** Why a game that ran out of time is a draw. */
  flagged: (loser: string, other: string) => `: ${loser} ran out of time, but ${other} could not mate`,
  fromPosition: 'From a set-up position',
  // Without names, for pictures that have them.
  sideWon: ({ winner, by, name, moves }: Omit<Won, 'loser'>) =>
    `${winner} won${how(winsEn, by)?.(name) ?? ''} ${inMoves(moves)}`,
  draw: (by: Cause | undefined, moves: number) => `Draw${how(drawsEn, by) ?? ''} ${inMoves(moves)}`,
  drawOnTime: (flagged: string, moves: number) => `Draw ${inMoves(moves)}: ${flagged} ran out of time`,
  unfinished: (moves: number) => (moves === 0 ? 'Without a move' : `Unfinished after ${plural(moves, 'move')}`),
  // Above the moments of a game: a draw was decided by nothing.
  decided: 'What decided the game',
  mattered: 'What mattered most',
  // What the clock has done.
  wonOnTime: (name: string, standing: string) => `${name} won on time, standing at ${standing}.`,
  ranOutOfTime: (name: string, standing: string) => `${name} ran out of time, standing at ${standing}.`,
};

const de: typeof en = {
  won: ({ winner, loser, by, name, moves }) =>
    `${winner} gewann gegen ${loser} ${inZuegen(moves)}${how(winsDe, by)?.(name) ?? ''}`,
  drew: ({ white, black, by, moves }) =>
    `Remis zwischen ${white} und ${black} ${nachZuegen(moves)}${how(drawsDe, by) ?? ''}`,
  open: (white, black, moves) =>
    `${white} gegen ${black}, ${moves === 0 ? inZuegen(moves) : `${nachZuegen(moves)} nicht zu Ende gespielt`}`,
  flagged: (loser, other) => `: Die Zeit von ${loser} lief ab, aber ${other} konnte nicht matt setzen`,
  fromPosition: 'Ab einer vorgegebenen Stellung',
  sideWon: ({ winner, by, name, moves }) => `${winner} gewann ${inZuegen(moves)}${how(winsDe, by)?.(name) ?? ''}`,
  draw: (by, moves) => `Remis ${nachZuegen(moves)}${how(drawsDe, by) ?? ''}`,
  drawOnTime: (flagged, moves) => `Remis ${nachZuegen(moves)}: Die Zeit von ${flagged} lief ab`,
  unfinished: moves => (moves === 0 ? 'Ohne einen Zug' : `Nach ${zuegen(moves)} nicht zu Ende gespielt`),
  decided: 'Was die Partie entschieden hat',
  mattered: 'Was am wichtigsten war',
  wonOnTime: (name, standing) => `${name} gewann durch Zeitüberschreitung, bei ${standing} Gewinnerwartung.`,
  ranOutOfTime: (name, standing) => `Die Zeit von ${name} lief ab, bei ${standing} Gewinnerwartung.`,
};

export const RESULT: Record<Language, typeof en> = { en, de };
