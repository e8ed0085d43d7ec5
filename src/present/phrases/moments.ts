import type { Outcome } from '../../chess/history.ts';
import type { Language } from '../../chess/tongue.ts';
import type { Standing } from '../review-course.ts';

/** The moves that decided a game, in words. */

/** What a move has made of the position, by how the mover stood before and after; the rest of a sentence that begins with the move. */
type Turns = Record<Standing, Record<Standing, string>>;
/** How a won game became a draw with its last move. */
type Drawn = Record<Exclude<Outcome, 'checkmate'>, string>;

const turnsEn: Turns = {
  won: {
    won: 'made a won position harder',
    better: 'let the opponent back into the game',
    level: 'threw away a win',
    worse: 'turned a won position into a worse one',
    lost: 'turned a won position into a lost one',
  },
  better: {
    won: 'improved a good position',
    better: 'gave back part of the advantage',
    level: 'gave away the advantage',
    worse: 'let the advantage change sides',
    lost: 'turned a better position into a lost one',
  },
  level: {
    won: 'won a level position',
    better: 'took the lead',
    level: 'gave ground in a level position',
    worse: 'fell behind in a level position',
    lost: 'turned a level position into a lost one',
  },
  worse: {
    won: 'turned the game around',
    better: 'turned the game around',
    level: 'got back into the game',
    worse: 'made a hard defence harder',
    lost: 'turned a worse position into a lost one',
  },
  lost: {
    won: 'turned the game around',
    better: 'turned the game around',
    level: 'saved a lost position',
    worse: 'got back into the game',
    lost: 'gave away what chances were left',
  },
};

const turnsDe: Turns = {
  won: {
    won: 'machte eine Gewinnstellung schwieriger',
    better: 'ließ den Gegner zurück in die Partie',
    level: 'verschenkte den Gewinn',
    worse: 'machte aus einer Gewinnstellung eine schlechtere',
    lost: 'machte aus einer Gewinnstellung eine verlorene',
  },
  better: {
    won: 'verbesserte eine gute Stellung',
    better: 'gab einen Teil des Vorteils zurück',
    level: 'verschenkte den Vorteil',
    worse: 'überließ dem Gegner den Vorteil',
    lost: 'machte aus einer besseren Stellung eine verlorene',
  },
  level: {
    won: 'gewann eine ausgeglichene Stellung',
    better: 'brachte den Vorteil',
    level: 'gab in ausgeglichener Stellung nach',
    worse: 'führte aus dem Gleichgewicht in den Nachteil',
    lost: 'machte aus einer ausgeglichenen Stellung eine verlorene',
  },
  worse: {
    won: 'drehte die Partie',
    better: 'drehte die Partie',
    level: 'führte zurück in die Partie',
    worse: 'machte eine schwierige Verteidigung noch schwieriger',
    lost: 'machte aus einer schlechteren Stellung eine verlorene',
  },
  lost: {
    won: 'drehte die Partie',
    better: 'drehte die Partie',
    level: 'rettete eine verlorene Stellung',
    worse: 'führte zurück in die Partie',
    lost: 'verschenkte die letzten Chancen',
  },
};

const drawnEn: Drawn = {
  stalemate: 'threw away a win by stalemate',
  dead: 'left nothing to mate with and threw away a win',
  'fifty-moves': 'threw away a win by the fifty-move rule',
  repetition: 'threw away a win by repetition',
};

const drawnDe: Drawn = {
  stalemate: 'verschenkte den Gewinn durch Patt',
  dead: 'ließ nichts zum Mattsetzen übrig und verschenkte den Gewinn',
  'fifty-moves': 'verschenkte den Gewinn durch die Fünfzig-Züge-Regel',
  repetition: 'verschenkte den Gewinn durch Stellungswiederholung',
};

/** Where a mover got to, if that was bad. */
type Bad = 'worse' | 'lost';
const BAD_DE: Record<Bad, string> = { worse: 'schlechtere', lost: 'verlorene' };

const en = {
  turns: turnsEn,
  drawn: drawnEn,
  greatFind: 'was a great find',
  onlyMove: 'was the only move',
  /** By whom, and what the move has done. */
  by: (name: string, did: string) => `by ${name} ${did}`,
  bestWas: (line: string) => `Best was ${line}.`,
  best: (move: string) => `Best: ${move}.`,
  missedMate: (moves: number) => `missed mate in ${moves}`,
  allowedMate: (moves: number) => `walked into mate in ${moves}`,
  missedOffer: (kind: 'win' | 'chance', move: string) => `missed the ${kind} that ${move} had offered`,
  gotInto: (position: Bad) => `got a ${position} position`,
  /** Two things that one move has done; the first may be a missed offer. */
  and: (one: string, two: string) => `${one} and ${two}`,
  andAfterOffer: (one: string, two: string) => `${one} and ${two}`,
  praise: (moves: string) => `Well played: ${moves}.`,
  praised: (move: string, name: string, why: string) => `${move} by ${name} (${why})`,
  findIt: (share: string, people: string) => `${share} of ${people} find it`,
  aGreatFind: 'a great find',
  theOnlyMove: 'the only move',
  // How people see a move.
  fewFindIt: (share: string, people: string) => `Few find it: ${share} of ${people}.`,
  outOfCharacter: (share: string, people: string) => `Out of character: ${share} of ${people} play this.`,
  playThis: (share: string, people: string) => `${share} of ${people} play this.`,
  playThisToo: (share: string, people: string) => `${share} of ${people} play this too.`,
};

const de: typeof en = {
  turns: turnsDe,
  drawn: drawnDe,
  greatFind: 'war ein großartiger Zug',
  onlyMove: 'war der einzige Zug',
  by: (name, did) => `von ${name} ${did}`,
  bestWas: line => `Am besten war ${line}.`,
  best: move => `Am besten: ${move}.`,
  missedMate: moves => `übersah ein Matt in ${moves}`,
  allowedMate: moves => `lief in ein Matt in ${moves}`,
  missedOffer: (kind, move) =>
    kind === 'win'
      ? `ließ den Gewinn aus, den ${move} geboten hatte`
      : `ließ die Chance aus, die ${move} geboten hatte`,
  gotInto: position => `führte in eine ${BAD_DE[position]} Stellung`,
  and: (one, two) => `${one} und ${two}`,
  andAfterOffer: (one, two) => `${one}, und ${two}`,
  praise: moves => `Gut gespielt: ${moves}.`,
  praised: (move, name, why) => `${move} von ${name} (${why})`,
  findIt: (share, people) => `${share} der ${people} finden ihn`,
  aGreatFind: 'ein großartiger Zug',
  theOnlyMove: 'der einzige Zug',
  fewFindIt: (share, people) => `Wenige finden ihn: ${share} der ${people}.`,
  outOfCharacter: (share, people) => `Untypisch: ${share} der ${people} spielen das.`,
  playThis: (share, people) => `${share} der ${people} spielen das.`,
  playThisToo: (share, people) => `${share} der ${people} spielen das auch.`,
};

export const MOMENTS: Record<Language, typeof en> = { en, de };
