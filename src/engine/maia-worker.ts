import { InferenceSession, Tensor } from 'onnxruntime-node';
import { BOARDS_LENGTH, expandTokens, MOVE_COUNT, TOKENS_LENGTH } from './encode.ts';
import { lowerPriority, tellParent } from './entry.ts';

/**
 * A process that runs Maia. The runtime's `run()` blocks whoever calls it, and ending a thread inside it aborts the
 * whole process it lives in; a process of its own can be killed, or crash, and nobody else notices.
 */

export type ToMaia =
  | { kind: 'start'; model: Uint8Array }
  | {
      kind: 'batch';
      id: number;
      /** Positions one after the other, see `encodeBoards`. */
      boards: Uint8Array;
      ratings: number[];
      opponentRatings: number[];
      /** Per position, the model's numbers of its legal moves: only these travel back. */
      legal: Uint16Array[];
    };

export type FromMaia =
  | { kind: 'ready' }
  | { kind: 'batch'; id: number; logits: Float32Array[]; value: Float32Array }
  | { kind: 'error'; message: string };

/** Ahead of Stockfish: its trees are the first thing that can be shown, and they tell what is to be searched. */
const NICENESS = 5;

let session: InferenceSession | undefined;
lowerPriority(NICENESS);
// It ends with its parent, whatever signal reaches the group first.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (message: ToMaia) => {
  answer(message).then(say, (error: Error) => say({ kind: 'error', message: error.message }));
});

const say = (message: FromMaia): void => tellParent(message);

async function answer(message: ToMaia): Promise<FromMaia> {
  if (message.kind === 'start') {
    session = await InferenceSession.create(message.model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
    return { kind: 'ready' };
  }
  if (!session) throw new Error('asked before it was given a model');
  const { id, boards, ratings, opponentRatings, legal } = message;
  const size = ratings.length;
  const tokens = new Float32Array(size * TOKENS_LENGTH);
  for (let row = 0; row < size; row++)
    expandTokens(boards.subarray(row * BOARDS_LENGTH, (row + 1) * BOARDS_LENGTH), tokens, row * TOKENS_LENGTH);
  const elos = (values: number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [size]);
  const outputs = await session.run({
    tokens: new Tensor('float32', tokens, [size, 64, TOKENS_LENGTH / 64]),
    self_elo: elos(ratings),
    oppo_elo: elos(opponentRatings),
  });
  const policy = outputs.logits_move?.data as Float32Array;
  const value = outputs.logits_value?.data as Float32Array;
  const logits = legal.map((indices, row) =>
    Float32Array.from(indices, index => policy[row * MOVE_COUNT + index] ?? Number.NaN),
  );
  return { kind: 'batch', id, logits, value: Float32Array.from(value) };
}
