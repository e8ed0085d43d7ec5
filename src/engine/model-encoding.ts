import type { NormalMove } from 'chessops/types';
import type { Position } from '../chess/position.ts';
import { LC0_PACKED_LENGTH, lc0MoveIndex, packPlanes } from './lc0-encoding.ts';
import { BOARDS_LENGTH, encodeBoards, moveIndex } from './maia3-encoding.ts';
import type { ModelFamily } from './manifest.ts';

/** How a family sees positions, and which numbers its moves have. */
interface Encoding {
  /** Bytes of one position with its history, as they travel to the worker. */
  length: number;
  pack(history: readonly Position[], target: Uint8Array, offset: number): void;
  moveIndex(position: Position, move: NormalMove): number;
}

export const ENCODINGS: Record<ModelFamily, Encoding> = {
  maia3: { length: BOARDS_LENGTH, pack: encodeBoards, moveIndex },
  maia1: { length: LC0_PACKED_LENGTH, pack: packPlanes, moveIndex: lc0MoveIndex },
};
