import { ok, type Result } from '../base/result.ts';
import { legible } from '../base/text.ts';
import { type Position, parsePosition } from '../chess/position.ts';

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

export const isPositionList = (text: string): boolean => POSITION.test(linesOf(text).find(isContent) ?? '');

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
