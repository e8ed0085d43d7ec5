import { parseUci } from 'chessops/util';
import type { Step } from '../render/scene.ts';

/** The two squares of a move in UCI. Castling is drawn as the king's two squares, as UCI writes it. */
export function stepOf(uci: string): Step {
  const move = parseUci(uci);
  if (!move || !('from' in move)) throw new RangeError(`"${uci}" is not a move in UCI`);
  return { from: move.from, to: move.to };
}
