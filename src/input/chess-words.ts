import { wordOf } from '../chess/pgn/tokens.ts';

// FENs and moves among the words of a message.

// Soft hyphens, blanks without width, and marks that turn the direction of writing come along with a copy.
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const QUOTED = /^>(?:>>)? ?/gm;
const MARKS = /`+|\*\*+|\|\|+|~~+/g;
const LANGUAGE = /^(?:pgn|fen|text|txt|chess)\b/i;

/** The blocks of a message, in their order: what stands between code fences, and what stands in them. */
export function blocksOf(message: string): string[] {
  const parts = message.replace(UNSEEN, '').split('```');
  return parts.map((part, index) =>
    index % 2 === 1 ? part.replace(LANGUAGE, '') : part.replace(QUOTED, '').replace(MARKS, ' '),
  );
}

const OPENING = '<([{"\'“„‘«*_~|';
const CLOSING = '>)]}"\'”“’»*_~|.,;:!?…';

/**
 * Where a word begins and ends without the punctuation around it. Character by character: nothing to look for twice.
 */
export function bareSpan(text: string, from: number, to: number): [from: number, to: number] {
  let [start, end] = [from, to];
  while (start < end && OPENING.includes(text[start] as string)) start++;
  while (start < end && CLOSING.includes(text[end - 1] as string)) end--;
  return [start, end];
}

export const bareWord = (word: string): string => word.slice(...bareSpan(word, 0, word.length));

/** A FEN among other words, or what was meant as one. */
interface FenWords {
  fen: string;
  /** The index after it in the text. */
  end: number;
}

interface Field {
  is: RegExp;
  /** Wrong, but hardly anything else: better told than passed over. */
  nearly: RegExp;
}

// https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c16.1
const FIELDS: readonly Field[] = [
  { is: /^[wb]$/, nearly: /^[a-z]$/i },
  { is: /^(?:-|[KQkqA-Ha-h]{1,4})$/, nearly: /^[KQkqA-Ha-h\dx-]{1,8}$/ },
  { is: /^(?:-|[a-h][1-8])$/, nearly: /^(?:[a-z]\d|-+)$/i },
  { is: /^\d{1,3}$/, nearly: /^-?\d\w{0,5}$/ },
  { is: /^\d{1,4}$/, nearly: /^-?\d\w{0,5}$/ },
];

const LABEL = /^(?:fen|position)[:=]/i;
const MAX_WORD = 120;
/** Fewer are dates, and paths on a disk. */
const FEWEST_SLASHES = 4;
/** With the right number of ranks, one or two letters may be wrong. */
const MOST_WRONG_LETTERS = 2;
const RANKS = 8;

/** Whether a word is meant as the board of a FEN, be it a wrong one. */
function isBoard(word: string): boolean {
  const [board = ''] = word.slice(0, MAX_WORD).split('_');
  if (!/^[A-Za-z\d/]+$/.test(board)) return false;
  const ranks = board.split('/');
  const wrongLetters = board.replace(/[pnbrqk\d/]/gi, '').length;
  if (ranks.length === RANKS) return wrongLetters <= MOST_WRONG_LETTERS;
  return wrongLetters === 0 && ranks.length > FEWEST_SLASHES;
}

const NEXT_WORD = /[ \t]*(\S+)/y;

/** The FEN whose board is the word there; the other parts follow it, or hang on it by underscores. */
export function fenAt(text: string, from: number, to: number): FenWords | undefined {
  const word = bareWord(text.slice(from, Math.min(to, from + 2 * MAX_WORD))).replace(LABEL, '');
  if (!isBoard(word)) return undefined;
  if (word.includes('_')) return { fen: word, end: to };
  const parts = [word];
  let end = to;
  for (const { is, nearly } of FIELDS) {
    NEXT_WORD.lastIndex = end;
    const next = bareWord(NEXT_WORD.exec(text)?.[1]?.slice(0, MAX_WORD) ?? '');
    if (!is.test(next) && !nearly.test(next)) break;
    parts.push(next);
    end = NEXT_WORD.lastIndex;
    if (!is.test(next)) break;
  }
  return { fen: parts.join(' '), end };
}

/** Moves among other words. */
export interface MoveWords {
  /** Where they end in the text. */
  end: number;
  /** As the standard writes them. */
  sans: string[];
  /** The number that stands before the first, if one does. */
  number?: number;
  /** There are comments, variations, signs or a result: it takes a PGN to keep them. */
  annotated: boolean;
  /** A word that is meant as a move and is none. */
  stray: boolean;
}

const BLANKS = /[\s,]*/y;
const WORD = /[^\s,(){};]+/y;
const NUMBER = /(\d{1,3})(?:\.+|…)/y;
const ENDS_IN_NUMBER = /^\d{1,3}(?:\.+|…)$/;
/** "Sf3", "Nf9": letters, then what looks like a square. */
const LIKE_A_MOVE = /^(?:\d{1,3}\.+)?\p{L}{0,2}[a-z]?\d?[x:-]?[a-z]\d\S{0,4}$/u;
const LONGEST = 12;
/** In prose a single move may be anything: paper, a square, a bus. */
const ENOUGH = 3;
/** Words in a row that belong to no move: numbers, and before the first move points and signs, too. */
const MOST_MOVELESS = 3;

/** Whether moves begin with this word. */
export function opensMoves(word: string): boolean {
  const kind = wordOf(word)?.kind ?? wordOf(bareWord(word))?.kind;
  return kind === 'move' || /^\d{1,3}(?:\.|…)/.test(word);
}

/** Whether these are moves for certain, even in the midst of prose. */
export const areCertain = ({ number, sans, stray }: MoveWords): boolean =>
  number === undefined ? sans.length >= ENOUGH : sans.length > 0 || stray;

/**
 * The moves that begin at an index, up to the first word that belongs to something else. Only moves that are certain
 * have remarks: otherwise the same brackets would be looked at again and again.
 */
export function movesAt(text: string, from: number, certain = false): MoveWords {
  const found: MoveWords = { end: from, sans: [], annotated: false, stray: false };
  NUMBER.lastIndex = from;
  const number = NUMBER.exec(text)?.[1];
  if (number !== undefined) found.number = Number(number);
  let [at, moveless, afterNumber] = [skip(text, BLANKS, from), 0, false];
  while (at < text.length && moveless <= MOST_MOVELESS) {
    if ('(){};'.includes(text[at] as string)) {
      const end = certain || areCertain(found) ? remarkEnd(text, at) : undefined;
      if (end === undefined) break;
      found.annotated = true;
      found.end = end;
    } else {
      const end = skip(text, WORD, at);
      const step = readWord(text.slice(at, end), found, afterNumber);
      if (step === 'not') break;
      afterNumber = step === 'number';
      // Else what opens moves again and again would be read to the end from each place.
      moveless = afterNumber || (found.sans.length === 0 && !found.stray) ? moveless + 1 : 0;
      if (step === 'last') {
        found.end = end - trailing(text.slice(at, end));
        break;
      }
      if (step === 'on') found.end = end;
      at = end;
    }
    at = skip(text, BLANKS, Math.max(at, found.end));
  }
  return found;
}

function skip(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Where the comment or the variation ends that begins there. */
function remarkEnd(text: string, from: number): number | undefined {
  if (text[from] === '{') {
    const close = text.indexOf('}', from);
    return close === -1 ? text.length : close + 1;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth <= 0) return depth === 0 && at > from ? at + 1 : undefined;
  }
  return undefined;
}

/** How much of a word is the sentence's: `1-0` has nothing, `Nf3.` a full stop. */
const trailing = (word: string): number => (wordOf(word) ? 0 : word.length - bareWord(word).length);

/** Takes a word in, and tells how it goes on. */
function readWord(raw: string, found: MoveWords, afterNumber: boolean): 'on' | 'number' | 'last' | 'not' {
  const exact = wordOf(raw);
  const word = exact ?? wordOf(bareWord(raw));
  switch (word?.kind) {
    case 'move':
      found.sans.push(word.san);
      // A full stop after a move is the end of a sentence.
      return exact ? 'on' : 'last';
    case 'result':
      found.annotated = true;
      return 'last';
    case 'nags':
      found.annotated = true;
      return 'on';
    case 'nothing':
      return ENDS_IN_NUMBER.test(raw) || /^\d+$/.test(raw) ? 'number' : 'on';
  }
  const isMeant = LIKE_A_MOVE.test(raw) || (afterNumber && found.sans.length > 0);
  if (raw.length > LONGEST || !isMeant) return 'not';
  found.stray = true;
  return 'on';
}
