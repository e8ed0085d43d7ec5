import { bareWord } from './chat.ts';

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
const MOST_STRANGERS = 2;
const RANKS = 8;

/** Whether a word is meant as the board of a FEN, be it a wrong one. */
function isBoard(word: string): boolean {
  const [board = ''] = word.slice(0, MAX_WORD).split('_');
  if (!/^[A-Za-z\d/]+$/.test(board)) return false;
  const ranks = board.split('/');
  const strangers = board.replace(/[pnbrqk\d/]/gi, '').length;
  if (ranks.length === RANKS) return strangers <= MOST_STRANGERS;
  return strangers === 0 && ranks.length > FEWEST_SLASHES;
}

const WORD = /[ \t]*(\S+)/y;

/** The FEN whose board is the word there; the other parts follow it, or hang on it by underscores. */
export function fenAt(text: string, from: number, to: number): FenWords | undefined {
  const word = bareWord(text.slice(from, Math.min(to, from + 2 * MAX_WORD))).replace(LABEL, '');
  if (!isBoard(word)) return undefined;
  if (word.includes('_')) return { fen: word, end: to };
  const parts = [word];
  let end = to;
  for (const { is, nearly } of FIELDS) {
    WORD.lastIndex = end;
    const next = bareWord(WORD.exec(text)?.[1]?.slice(0, MAX_WORD) ?? '');
    if (!is.test(next) && !nearly.test(next)) break;
    parts.push(next);
    end = WORD.lastIndex;
    if (!is.test(next)) break;
  }
  return { fen: parts.join(' '), end };
}
