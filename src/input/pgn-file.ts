import { ok, type Result } from '../base/result.ts';
import { parseTrees } from '../chess/pgn/parse.ts';
import { refuse } from '../chess/refusals.ts';
import { flawOf, MAX_PGN_LENGTH } from './pgn.ts';

/** A game out of a file of many: its headers and its main line, in the words of the file. */
export interface WrittenGame {
  headers: ReadonlyMap<string, string>;
  moves: Result<string[]>;
}

/** The games of a PGN of any size, one by one. Text without a header and without a move is no game. */
export async function* readGames(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<WrittenGame> {
  for await (const text of sectionsOf(chunks)) {
    if (text === TOO_LONG)
      yield { headers: new Map(), moves: refuse('pgn.game-long', { field: 'pgn', most: MAX_PGN_LENGTH / 1e6 }) };
    else yield* gamesOf(text);
  }
}

function* gamesOf(text: string): Generator<WrittenGame> {
  for (const parsed of parseTrees(text)) {
    const { headers, moves: tree } = parsed.tree;
    const moves = Array.from(tree.mainline(), ({ san }) => san);
    // A result alone becomes a header, and is no game yet.
    if (moves.length === 0 && [...headers.keys()].every(name => name === 'Result')) continue;
    const flaw = flawOf(parsed);
    yield { headers, moves: flaw ?? ok(moves) };
  }
}

/** In place of a section that is too long to be kept in memory. */
const TOO_LONG = Symbol('too long');

const HEADER_LINE = /^\s*\[\s*[A-Za-z]/;
/** In the middle of a comment this means that it was never closed, among headers that the game has no moves. */
const NEXT_GAME = /^\[Event "/;

/** The text of a file in parts: headers, and what follows up to the next ones. */
async function* sectionsOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string | typeof TOO_LONG> {
  let section = newSection();
  for await (const line of linesOf(chunks)) {
    const isHeader = (section.inComment ? NEXT_GAME : HEADER_LINE).test(line);
    const isNext = section.hasMoves ? isHeader : section.hasEvent && NEXT_GAME.test(line);
    if (isNext) {
      yield contentOf(section);
      section = newSection();
    }
    section.length += line.length + 1;
    if (section.length <= MAX_PGN_LENGTH) section.lines.push(line);
    section.hasEvent ||= NEXT_GAME.test(line);
    if (isHeader && !section.inComment && /\]\s*$/.test(line)) continue;
    section.hasMoves ||= line.trim() !== '' && !line.startsWith('%');
    section.inComment = endsInComment(line, section.inComment);
  }
  yield contentOf(section);
}

interface Section {
  lines: string[];
  length: number;
  hasEvent: boolean;
  hasMoves: boolean;
  inComment: boolean;
}

const newSection = (): Section => ({
  lines: [],
  length: 0,
  hasEvent: false,
  hasMoves: false,
  inComment: false,
});

const contentOf = ({ lines, length }: Section): string | typeof TOO_LONG =>
  length > MAX_PGN_LENGTH ? TOO_LONG : lines.join('\n');

function endsInComment(line: string, before: boolean): boolean {
  const bare = before ? line : line.slice(0, restOf(line));
  const [open, close] = [bare.lastIndexOf('{'), bare.lastIndexOf('}')];
  return open === close ? before : open > close;
}

/** Where a comment to the end of the line begins: with the first semicolon after the last brace. */
function restOf(line: string): number | undefined {
  const index = line.indexOf(';', Math.max(line.lastIndexOf('{'), line.lastIndexOf('}')) + 1);
  return index === -1 ? undefined : index;
}

/** Lines with any kind of line end; one without an end is cut where it is longer than a game may be. */
async function* linesOf(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n?|\n/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length <= MAX_PGN_LENGTH) continue;
    yield rest;
    rest = '';
  }
  yield rest;
}
