import type { Judgement } from '../../analysis/review/report.ts';
import { listed, plural } from '../../base/text.ts';
import type { Phase } from '../../chess/game.ts';
import type { Language } from '../../chess/tongue.ts';

/** One thing to learn from a game: the rest of a sentence that begins with the player's name and a colon. */

/** What a lesson counts. */
type Kind = Exclude<Judgement, 'inaccuracy'>;

const MANY_EN: Record<Kind, string> = { mistake: 'mistakes', blunder: 'blunders' };
const MANY_DE: Record<Kind, string> = { mistake: 'Fehler', blunder: 'Patzer' };
const OF_DE: Record<Kind, string> = { mistake: 'Fehlern', blunder: 'Patzern' };
const PHASES_DE: Record<Phase, string> = {
  opening: 'die Eröffnung',
  middlegame: 'das Mittelspiel',
  endgame: 'das Endspiel',
};

/** `60 seconds`, `3 minutes`, by the words for them. */
const timeWith = (seconds: number, second: (n: number) => string, minute: (n: number) => string): string =>
  seconds <= 90 ? second(seconds) : minute(Math.round(seconds / 60));

const en = {
  /** `3 of 4 mistakes and blunders`, `both blunders`, `all 3 mistakes` */
  share: (part: number, whole: number, kinds: readonly Kind[]) => {
    const many = kinds.map(kind => MANY_EN[kind]).join(' and ');
    if (part < whole) return `${part} of ${whole} ${many}`;
    if (whole > 2) return `all ${whole} ${many}`;
    return kinds.length === 1 ? `both ${many}` : 'both the mistake and the blunder';
  },
  /** `moves 18 and 24`, `moves 18, 24, 30 and more` */
  moves: (numbers: readonly string[], hasMore: boolean) =>
    numbers.length > 1 ? `moves ${listed(hasMore ? [...numbers, 'more'] : numbers)}` : `move ${numbers.join()}`,
  time: (seconds: number) =>
    timeWith(
      seconds,
      n => plural(n, 'second'),
      n => plural(n, 'minute'),
    ),
  was: (move: string) => `: ${move} was best`,
  wasBetter: (move: string) => `: ${move} was better`,
  // The clock.
  clockLost: (stood: string) => `the clock lost this game, not the position, which stood at ${stood}.`,
  clockDecided: (stood: string) => `the clock decided this game, not the position, which stood at ${stood}.`,
  short: (share: string, time: string) => `${share} came with less than ${time} left.`,
  left: (time: string) => `, with ${time} left`,
  hasty: (share: string, time: string) => `${share} took ${time} or less, with plenty of time left.`,
  // Where it turned.
  gaveUp: (chances: string) => `gave up a game that still offered ${chances}.`,
  wasMate: (move: string, mate: number) => `${move} was mate in ${mate}`,
  thereWasMate: (move: string, mate: number) => `instead of ${move} there was a mate in ${mate}`,
  firstMissed: (mates: number) => `, the first of ${mates} mates missed`,
  allowed: (move: string, mate: number) => `${move} allowed mate in ${mate}`,
  firstAllowed: (mates: number) => `, the first of ${mates} mates allowed`,
  stalemate: (move: string, rest: string) => `${move} was stalemate${rest}.`,
  gotAway: (move: string) => `a won game got away with ${move}.`,
  notEnough: (chances: string, move: number) => `${chances} at move ${move} was not enough to win.`,
  unpunished: (missed: string, gift: string, turn: string, better: string) =>
    `${missed} did not punish ${gift}${turn}${better}.`,
  inReturn: (share: string, name: string, moves: string) => `${share} came right after one by ${name} (${moves}).`,
  // How it was played.
  weak: (phase: Phase, example: string | undefined, own: string, whole: string) =>
    `the ${phase} was the weak part${example ? `, most of all ${example}` : ''}: ${own} accuracy there, ${whole} in the whole game.`,
  natural: (share: string, played: string, people: string, move: string) =>
    `${share} came naturally: ${played} of ${people} play ${move}, too.`,
  odd: (share: string, people: string, move: string) =>
    `${share} were out of character: hardly any ${people} play ${move}.`,
  worst: (move: string, better: string) => `the move to remember is ${move}${better}.`,
  mostToGain: (move: string, better: string) => `no mistakes. There was most to gain at ${move}${better}.`,
  notEvaluated: 'nothing here has been evaluated.',
  tooShort: 'too short a game to learn much from.',
  nothingWrong: 'no inaccuracies, mistakes or blunders: nothing to mend here.',
  // What to do about it: sentences of their own.
  advice: {
    faster: 'Play the easy moves faster, to have time for the hard ones.',
    lookOnce: 'Before each move, look once at what it allows.',
    defend: 'Look for a defence once more before giving up.',
    mateFirst: 'When attacking, look for mate before anything else.',
    checksFirst: 'When attacking, look at every check first.',
    checksAllowed: 'Before each move, look at the checks it allows.',
    leaveAMove: 'When far ahead, make sure that the opponent still has a move.',
    whenAhead: 'When ahead, look first at what the opponent can still do.',
    surprised: 'When a move surprises you, ask what it has left unguarded.',
    tactics: 'Tactics puzzles are good practice.',
    lookUp: 'Look up how others play it.',
    secondLook: 'A second look before moving helps more here than study.',
    remember: (move: string) => `Remember ${move} instead.`,
    practise: (endgame: string) => `Worth practising: the ${endgame}.`,
    theory: (move: string, opening: string) => `Theory ended with ${move}: look up how the ${opening} goes on.`,
  },
};

const de: typeof en = {
  share: (part, whole, kinds) => {
    if (part < whole) return `${part} von ${whole} ${kinds.map(kind => OF_DE[kind]).join(' und ')}`;
    const many = kinds.map(kind => MANY_DE[kind]).join(' und ');
    if (whole > 2) return `alle ${whole} ${many}`;
    return kinds.length === 1 ? `beide ${many}` : 'der Fehler und der Patzer';
  },
  moves: (numbers, hasMore) => {
    if (numbers.length < 2) return `Zug ${numbers.join()}`;
    const all = hasMore ? [...numbers, 'weitere'] : numbers;
    return `Züge ${all.slice(0, -1).join(', ')} und ${all.at(-1)}`;
  },
  time: seconds =>
    timeWith(
      seconds,
      n => (n === 1 ? '1 Sekunde' : `${n} Sekunden`),
      n => (n === 1 ? '1 Minute' : `${n} Minuten`),
    ),
  was: move => `: Am besten war ${move}`,
  wasBetter: move => `: Besser war ${move}`,
  clockLost: stood => `die Uhr hat diese Partie verloren, nicht die Stellung mit ihren ${stood} Gewinnerwartung.`,
  clockDecided: stood => `die Uhr hat diese Partie entschieden, nicht die Stellung mit ihren ${stood} Gewinnerwartung.`,
  short: (share, time) => `${share} kamen mit weniger als ${time} auf der Uhr.`,
  left: time => `, mit noch ${time} auf der Uhr`,
  hasty: (share, time) => `${share} dauerten höchstens ${time}, bei reichlich Zeit auf der Uhr.`,
  gaveUp: chances => `eine Partie mit noch ${chances} Gewinnerwartung aufgegeben.`,
  wasMate: (move, mate) => `${move} war Matt in ${mate}`,
  thereWasMate: (move, mate) => `statt ${move} gab es ein Matt in ${mate}`,
  firstMissed: mates => `, das erste von ${mates} übersehenen`,
  allowed: (move, mate) => `${move} ließ ein Matt in ${mate} zu`,
  firstAllowed: mates => `, das erste von ${mates} zugelassenen`,
  stalemate: (move, rest) => `${move} war Patt${rest}.`,
  gotAway: move => `eine gewonnene Partie aus der Hand gegeben, mit ${move}.`,
  notEnough: (chances, move) => `${chances} Gewinnerwartung bei Zug ${move} reichten nicht zum Sieg.`,
  unpunished: (missed, gift, turn, better) => `${missed} ließ ${gift} ungestraft${turn}${better}.`,
  inReturn: (share, name, moves) => `${share} kamen gleich nach einem Fehler von ${name} (${moves}).`,
  weak: (phase, example, own, whole) =>
    `${PHASES_DE[phase]} war die Schwachstelle${example ? `, vor allem ${example}` : ''}: dort ${own} Genauigkeit, in der ganzen Partie ${whole}.`,
  natural: (share, played, people, move) => `${share} lagen nahe: ${played} der ${people} spielen auch ${move}.`,
  odd: (share, people, move) => `${share} waren untypisch: Kaum ein ${people} spielt ${move}.`,
  worst: (move, better) => `der Zug zum Merken ist ${move}${better}.`,
  mostToGain: (move, better) => `keine Fehler. Am meisten zu holen war bei ${move}${better}.`,
  notEvaluated: 'hier ist nichts bewertet worden.',
  tooShort: 'zu kurz, um viel daraus zu lernen.',
  nothingWrong: 'keine Ungenauigkeiten, Fehler oder Patzer: Hier gibt es nichts zu verbessern.',
  advice: {
    faster: 'Spiel die leichten Züge schneller, dann bleibt Zeit für die schweren.',
    lookOnce: 'Sieh vor jedem Zug einmal nach, was er zulässt.',
    defend: 'Such noch einmal nach einer Verteidigung, bevor du aufgibst.',
    mateFirst: 'Such im Angriff zuerst nach dem Matt.',
    checksFirst: 'Sieh dir im Angriff zuerst jedes Schach an.',
    checksAllowed: 'Sieh vor jedem Zug nach, welche Schachgebote er zulässt.',
    leaveAMove: 'Wenn du weit vorn liegst, lass dem Gegner immer einen Zug.',
    whenAhead: 'Wenn du vorn liegst, sieh zuerst nach, was der Gegner noch kann.',
    surprised: 'Wenn dich ein Zug überrascht, frag dich, was er ungedeckt gelassen hat.',
    tactics: 'Taktikaufgaben sind eine gute Übung.',
    lookUp: 'Sieh nach, wie andere sie spielen.',
    secondLook: 'Ein zweiter Blick vor dem Zug hilft hier mehr als Lernen.',
    remember: move => `Merk dir stattdessen ${move}.`,
    practise: endgame => `Das Üben lohnt sich: ${endgame}.`,
    theory: (move, opening) => `Die Theorie endete mit ${move}. Sieh nach, wie es weitergeht: ${opening}.`,
  },
};

export const LESSONS: Record<Language, typeof en> = { en, de };
