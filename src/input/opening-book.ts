import { no, ok, type Result } from '../base/result.ts';
import { legible } from '../base/text.ts';
import { type Game, gameFrom } from '../chess/game.ts';
import { historyOf, outcomeOf } from '../chess/history.ts';
import { type Position, parsePosition } from '../chess/position.ts';
import { inField } from '../chess/refusals.ts';
import { playMoves } from './moves.ts';
import { notAPgn, startOf } from './pgn.ts';
import { readGames, type WrittenGame } from './pgn-file.ts';

/** Where the games of a match can begin. */
export interface BookOpening {
  name: string;
  game: Game;
}

const FIELD = 'opening-book';
/** What is longer was played to be won, not to be begun with. */
const MAX_PLIES = 60;

/**
 * A PGN of openings, or positions as FEN or EPD, one a line. The first that cannot be used is a refusal of the whole
 * book: a match without it would not be the one that was asked for.
 */
export async function parseOpeningBook(text: string): Promise<Result<BookOpening[]>> {
  const openings: BookOpening[] = [];
  for await (const opening of isPositionList(text) ? positionsOf(text) : gamesOf(text)) {
    if (!opening.ok) return opening;
    openings.push(opening.value);
  }
  if (openings.length > 0) return ok(openings);
  return no(`${FIELD}: there is no opening in it; give a PGN of openings, or a FEN or EPD a line.`);
}

function* positionsOf(text: string): Generator<Result<BookOpening>> {
  const positions = parsePositionList(text, FIELD);
  if (!positions.ok) return yield positions;
  for (const { line, name, position } of positions.value) {
    const place = `line ${line}`;
    yield begins({ name: name || place, game: gameFrom(position) }, place);
  }
}

async function* gamesOf(text: string): AsyncGenerator<Result<BookOpening>> {
  const other = notAPgn(text);
  if (other) return yield inField(other, FIELD);
  let number = 0;
  for await (const written of readGames([text])) yield openingOf(written, `game ${++number}`);
}

function openingOf({ headers, moves }: WrittenGame, place: string): Result<BookOpening> {
  const game = gameOf(headers, moves);
  if (!game.ok) return inField(game, `${FIELD}, ${place}`);
  const name = legible(headers.get('Opening') ?? headers.get('ECO') ?? '');
  return begins({ name: name === '' || name === '?' ? place : name, game: game.value }, place);
}

function gameOf(headers: WrittenGame['headers'], moves: WrittenGame['moves']): Result<Game> {
  const start = startOf(headers);
  if (!start.ok) return start;
  return moves.ok ? playMoves(start.value, moves.value) : moves;
}

function begins(opening: BookOpening, place: string): Result<BookOpening> {
  const { length } = opening.game.moves;
  if (length > MAX_PLIES)
    return no(`${FIELD}, ${place}: an opening has at most ${MAX_PLIES} half-moves; this has ${length}.`);
  if (outcomeOf(historyOf(opening.game)))
    return no(`${FIELD}, ${place}: the game is over there; give a position to play on from.`);
  return ok(opening);
}

/** Positions as FEN or EPD, one a line; empty lines and those that begin with # are left out. */
export interface ListedPosition {
  /** From 1 on, as editors count. */
  line: number;
  /** What the EPD calls it (`id "…"`); empty if it has no name. */
  name: string;
  position: Position;
}

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n?|\n/);

const isContent = (line: string): boolean => line.trim() !== '' && !line.startsWith('#');

const POSITION = /^\s*([1-8pnbrqk]{1,8}\/){7}[1-8pnbrqk]{1,8}\s/i;

const isPositionList = (text: string): boolean => POSITION.test(linesOf(text).find(isContent) ?? '');

/** `… w KQkq - 0 1`, or `… w KQkq - id "name";` */
const EPD = /^(\S+\s+\S+\s+\S+\s+\S+)(?:\s+(\d+)\s+(\d+))?\s*(.*)$/;

/** The sentence of a refusal starts with the field and the line. */
export function parsePositionList(text: string, field: string): Result<ListedPosition[]> {
  const positions: ListedPosition[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    if (!isContent(line)) continue;
    const [, placement, halfmoves, number, operations = ''] = EPD.exec(line.trim()) ?? [];
    const fen = placement === undefined ? line : [placement, halfmoves ?? '0', number ?? '1'].join(' ');
    const position = parsePosition(fen, `${field}, line ${index + 1}`);
    if (!position.ok) return position;
    const name = legible(/\bid\s+"([^"]*)"/.exec(operations)?.[1] ?? '');
    positions.push({ line: index + 1, name, position: position.value });
  }
  return ok(positions);
}
