import { Fault } from '../base/fault.ts';
import { ok, type Result } from '../base/result.ts';
import { type Game, playUci, uciMoves } from '../chess/game.ts';
import { mainLine, makeTree } from '../chess/pgn/make.ts';
import { fenOf, type Position, parsePosition } from '../chess/position.ts';
import { readMessage } from '../input/find-chess.ts';
import { type PgnGame, type PgnOptions, parsePgn } from '../input/pgn.ts';
import { isLink, type LichessLink, parseLink } from './link.ts';

/** Texts from people and from Lichess. A long one is read by a process of the pool, and comes back as plain data. */

/**
 * A text that is a PGN as a whole, or one with something to analyse among its words; `home` is the Lichess that is
 * asked.
 */
export type GivenText = { text: string } & (
  | ({ as: 'pgn' } & PgnOptions)
  | { as: 'words'; home: string; field: string }
);

export type ReadText =
  | { kind: 'link'; link: LichessLink }
  | { kind: 'position'; game: Game; headers?: PgnGame['headers'] }
  | { kind: 'game'; pgn: PgnGame };

/** The same as plain data: moves in place of positions, and the text of the tree in place of the tree. */
export type PlainRead =
  | Extract<ReadText, { kind: 'link' }>
  | { kind: 'position'; line: PlainLine; headers?: PgnGame['headers'] }
  | { kind: 'game'; pgn: Omit<PgnGame, 'game' | 'tree'> & { line: PlainLine; written: string } };

interface PlainLine {
  start: string;
  moves: string[];
}

/** Reads a text in another process, where owners take turns. */
export type ReadElsewhere = (given: GivenText, owner?: string) => Promise<Result<PlainRead>>;

/**
 * A text of this length is read in less than a few milliseconds: less than the way to another process and back takes.
 */
const SHORT = 8_000;

export async function readText(given: GivenText, elsewhere: ReadElsewhere | undefined): Promise<Result<ReadText>> {
  if (!elsewhere || given.text.length <= SHORT) return read(given);
  const plain = await elsewhere(given);
  return plain.ok ? ok(fromPlain(plain.value)) : plain;
}

/** What the other process does. */
export function readPlain(given: GivenText): Result<PlainRead> {
  const found = read(given);
  return found.ok ? ok(toPlain(found.value)) : found;
}

function read(given: GivenText): Result<ReadText> {
  if (given.as === 'pgn') {
    const pgn = parsePgn(given.text, given);
    return pgn.ok ? ok({ kind: 'game', pgn: pgn.value }) : pgn;
  }
  const { text, home, field } = given;
  return readMessage(text, word => (isLink(word) ? parseLink(word, home) : undefined), field);
}

function toPlain(found: ReadText): PlainRead {
  switch (found.kind) {
    case 'link':
      return found;
    case 'position': {
      const { kind, game, headers } = found;
      return { kind, line: lineOf(game), ...(headers && { headers }) };
    }
    case 'game': {
      const { game, tree, ...rest } = found.pgn;
      return { kind: 'game', pgn: { ...rest, line: lineOf(game), written: makeTree(tree) } };
    }
  }
}

/** A game has a position before its first move. */
const startOf = ({ positions }: Game): Position => positions[0] as Position;
const lineOf = (game: Game): PlainLine => ({ start: fenOf(startOf(game)), moves: uciMoves(game) });

function fromPlain(plain: PlainRead): ReadText {
  switch (plain.kind) {
    case 'link':
      return plain;
    case 'position': {
      const { kind, line, headers } = plain;
      return { kind, game: gameOf(line), ...(headers && { headers }) };
    }
    case 'game': {
      const { line, ...rest } = plain.pgn;
      const game = gameOf(line);
      const tree = { headers: new Map(Object.entries(rest.headers)), moves: mainLine(startOf(game), line.moves) };
      return { kind: 'game', pgn: { ...rest, game, tree } };
    }
  }
}

/** The moves were legal when they were read, so a failure here is a bug. */
function gameOf({ start, moves }: PlainLine): Game {
  const position = parsePosition(start);
  const game = position.ok ? playUci(position.value, moves) : undefined;
  if (!game) throw new Fault('internal', `no game: ${start} ${moves.join(' ')}`);
  return game;
}
