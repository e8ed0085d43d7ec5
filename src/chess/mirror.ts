import { Chess } from 'chessops/chess';
import { flipVertical, transformSetup } from 'chessops/transform';
import { other, type Position } from './position.ts';

/** The same position with colours and ranks exchanged: White has Black's problems, and the other way round. */
export function mirror(position: Position): Position {
  const setup = transformSetup(position.toSetup(), flipVertical);
  const { board } = setup;
  [board.white, board.black] = [board.black, board.white];
  setup.turn = other(setup.turn);
  return Chess.fromSetup(setup).unwrap();
}

/** A move in UCI as it is written in the mirrored position. */
export const mirrorUci = (uci: string): string => uci.replace(/[1-8]/g, rank => String(9 - Number(rank)));
