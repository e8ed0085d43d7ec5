import { no, ok, type Result } from '../chess/result.ts';
import { cut } from '../chess/words.ts';
import { type MainLine, mainLines } from './main-line.ts';

/** A game out of a file of many: its headers and its main line, in the words of the file. */
export interface WrittenGame {
  headers: ReadonlyMap<string, string>;
  moves: Result<string[]>;
}

/** Of one game without its comments. What is longer is refused, so that a file of any size takes little memory. */
export const MAX_GAME_LENGTH = 1_000_000;

/**
 * The games of a PGN of any size, one by one. A header after moves begins the next game, and so does whatever follows a
 * result; empty lines mean nothing, as chats and mails put them anywhere. Text without a header and without a
 * move is no game.
 */
export async function* readGames(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<WrittenGame> {
  let sections: Section[] = [];
  const take = lineTaker(section => sections.push(section));
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n?|\n/);
    // The last line may go on in the next chunk, but not for ever.
    const unfinished = lines.at(-1) ?? '';
    rest = unfinished.length > MAX_GAME_LENGTH ? '' : unfinished;
    if (rest !== '') lines.pop();
    for (const line of lines) take(line);
    for (const section of sections) yield* gamesOf(section);
    sections = [];
  }
  take(rest);
  take(undefined);
  for (const section of sections) yield* gamesOf(section);
}

/** Headers, and what follows up to the next ones. */
interface Section {
  headers: Map<string, string>;
  /** Without comments. */
  lines: string[];
  length: number;
}

const HEADER_LINE = /^\s*\[\s*[A-Za-z]/;
/** The value ends at the quote before a bracket: people write quotes in names without escaping them. */
const HEADER = /\[\s*(\w+)\s+"(.*?)"\s*\]/g;
/** In the middle of a comment this means that it was never closed. */
const NEXT_GAME = /^\[Event "/;
const COMMENT = /\{[^}]*\}|;.*/g;

/** Takes line after line, and undefined for the end; hands on a section when it is complete. */
function lineTaker(done: (section: Section) => void): (line: string | undefined) => void {
  const empty = (): Section => ({ headers: new Map(), lines: [], length: 0 });
  let section = empty();
  let inComment = false;

  const takeMoves = (line: string) => {
    const closed = inComment ? line.indexOf('}') + 1 : 0;
    if (inComment && closed === 0) return;
    const bare = line.slice(closed).replace(COMMENT, ' ');
    const open = bare.indexOf('{');
    inComment = open >= 0;
    section.length += bare.length;
    if (section.length <= MAX_GAME_LENGTH) section.lines.push(inComment ? bare.slice(0, open) : bare);
  };
  const takeHeaders = (line: string) => {
    const left = line.replace(HEADER, (_, name: string, value: string) => {
      section.headers.set(name, value.replace(/\\(["\\])/g, '$1'));
      return '';
    });
    if (left.trim() !== '' && !HEADER_LINE.test(left)) takeMoves(left);
  };
  return line => {
    const isHeader = line !== undefined && (inComment ? NEXT_GAME : HEADER_LINE).test(line);
    if (line === undefined || (isHeader && section.length > 0)) {
      done(section);
      section = empty();
      inComment = false;
    }
    if (isHeader) takeHeaders(line);
    else if (line !== undefined && (inComment || !/^%|^\s*$/.test(line))) takeMoves(line);
  };
}

function* gamesOf({ headers, lines, length }: Section): Generator<WrittenGame> {
  if (length > MAX_GAME_LENGTH) {
    yield { headers, moves: no(`pgn: a game is at most ${MAX_GAME_LENGTH / 1e6} MB long, without its comments.`) };
    return;
  }
  const games = mainLines(lines.join('\n'));
  const [first = { moves: [] }, ...others] = games;
  if (headers.size > 0 || first.moves.length > 0) yield { headers, moves: movesOf(first) };
  for (const game of others) if (game.moves.length > 0) yield { headers: new Map(), moves: movesOf(game) };
}

const movesOf = ({ moves, stray }: MainLine): Result<string[]> =>
  stray === undefined ? ok(moves) : no(`pgn: "${legible(stray)}" is not a move; pieces are written K Q R B N.`);

const MAX_SHOWN = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Fit to be shown: one short line without control characters. */
export const legible = (text: string): string => cut(text.replace(CONTROL, '').trim(), MAX_SHOWN);
