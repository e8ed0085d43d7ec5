import type { Judgement } from '../../analysis/review/report.ts';
import { plural } from '../../base/text.ts';
import type { Language } from '../../chess/tongue.ts';

/** How two players played, and where that is known from, in words. */

type Counts = Record<Judgement, number>;

const howMany = (count: number, one: string, many: string): string =>
  count === 0 ? `no ${many}` : plural(count, one, many);
const wieViele = (count: number, one: string, many: string): string =>
  count === 0 ? `keine ${many}` : `${count} ${count === 1 ? one : many}`;

const en = {
  accuracy: 'accuracy',
  acpl: 'average centipawn loss',
  inaccuracies: 'inaccuracies ?!',
  mistakes: 'mistakes ?',
  blunders: 'blunders ??',
  playedLike: 'played like',
  tooFewMoves: 'too few moves to say',
  orMore: (rating: number) => `${rating} or more`,
  orLess: (rating: number) => `${rating} or less`,
  atLeast: (rating: number) => `at least ${rating}`,
  atMost: (rating: number) => `at most ${rating}`,
  // In one sentence.
  noneJudged: 'no moves that could be judged',
  accurate: (accuracy: string) => `${accuracy} accuracy`,
  lost: (acpl: string) => `, average centipawn loss ${acpl}`,
  judged: ({ inaccuracy, mistake, blunder }: Counts) =>
    [
      howMany(inaccuracy, 'inaccuracy', 'inaccuracies'),
      howMany(mistake, 'mistake', 'mistakes'),
      howMany(blunder, 'blunder', 'blunders'),
    ].join(', '),
  like: (rating: string) => `played like ${rating}`,
  unlike: (why: string) => `which rating that is like: ${why}`,
  // Sources, without their full stops.
  noPeople: (problem: string) => `What people play is not known: ${problem}`,
  range: 'Played like: the range holds nine of ten ratings',
  compared: (people: string) => `Compared with ${people}`,
  comparedApart: (white: string, black: string) => `White is compared with ${white}, Black with ${black}`,
  people: (people: string, isKnown: boolean) => (isKnown ? people : `${people} (no rating in the file)`),
  searches: (count: number, shown: string, engine: string, limit: string) =>
    `${shown} ${count === 1 ? 'search' : 'searches'} by ${engine} of up to ${limit}`,
  nodes: (shown: string) => `${shown} nodes`,
  depth: (depth: number) => `depth ${depth}`,
  fromPgn: 'Evaluations are those of the PGN',
  predictions: (count: number, shown: string, model: string) =>
    `${shown} ${count === 1 ? 'prediction' : 'predictions'} by ${model}`,
  noModel: 'no human model asked',
  remembered: (shown: string) => `, ${shown} of these answers remembered`,
};

const de: typeof en = {
  accuracy: 'Genauigkeit',
  acpl: 'Verlust je Zug (Centipawns)',
  inaccuracies: 'Ungenauigkeiten ?!',
  mistakes: 'Fehler ?',
  blunders: 'Patzer ??',
  playedLike: 'Gespielt wie',
  tooFewMoves: 'zu wenige Züge',
  orMore: rating => `${rating} oder mehr`,
  orLess: rating => `${rating} oder weniger`,
  atLeast: rating => `mindestens ${rating}`,
  atMost: rating => `höchstens ${rating}`,
  noneJudged: 'keine Züge, die sich beurteilen ließen',
  accurate: accuracy => `${accuracy} Genauigkeit`,
  lost: acpl => `, je Zug ${acpl} Centipawns verloren`,
  judged: ({ inaccuracy, mistake, blunder }) =>
    [
      wieViele(inaccuracy, 'Ungenauigkeit', 'Ungenauigkeiten'),
      wieViele(mistake, 'Fehler', 'Fehler'),
      wieViele(blunder, 'Patzer', 'Patzer'),
    ].join(', '),
  like: rating => `gespielt wie ${rating}`,
  unlike: why => `welcher Wertungszahl das entspricht: ${why}`,
  noPeople: problem => `Was Menschen spielen, ist nicht bekannt: ${problem}`,
  range: '„Gespielt wie“: In der Spanne liegen neun von zehn Wertungszahlen',
  compared: people => `Verglichen mit ${people}`,
  comparedApart: (white, black) => `Weiß wird mit ${white} verglichen, Schwarz mit ${black}`,
  people: (people, isKnown) => (isKnown ? `${people}n` : `${people}n (keine Wertungszahl in der Datei)`),
  searches: (count, shown, engine, limit) =>
    `${shown} ${count === 1 ? 'Suche' : 'Suchen'} von ${engine} mit bis zu ${limit}`,
  nodes: shown => `${shown} Knoten`,
  depth: depth => `Tiefe ${depth}`,
  fromPgn: 'Die Bewertungen stammen aus der PGN',
  predictions: (count, shown, model) => `${shown} ${count === 1 ? 'Vorhersage' : 'Vorhersagen'} von ${model}`,
  noModel: 'kein Modell für Menschen gefragt',
  remembered: shown => `, ${shown} dieser Antworten waren bekannt`,
};

export const PLAYERS: Record<Language, typeof en> = { en, de };
