import { InferenceSession, Tensor } from 'onnxruntime-node';
import { tellParent } from '../base/process.ts';
import { expandPlanes, LC0_PACKED_LENGTH, LC0_PLANES_LENGTH } from './lc0-encoding.ts';
import { INPUT_PLANES, POLICY_MOVES } from './lc0-net.ts';
import { BOARDS_LENGTH, expandTokens, MOVE_COUNT, TOKENS_LENGTH } from './maia3-encoding.ts';
import type { ModelFamily } from './manifest.ts';

/**
 * A process that runs Maia. The runtime's `run()` blocks its thread, and ending a thread inside it aborts the whole
 * process; a process of its own can be killed, or crash, without harm to the others.
 */

interface Batch {
  kind: 'batch';
  id: number;
  /** The id of a net that was loaded. */
  net: string;
  /** Positions one after the other, as the family packs them. */
  boards: Uint8Array;
  ratings: number[];
  opponentRatings: number[];
  /** Per position, the model's numbers of its legal moves: only these travel back. */
  legal: Uint16Array[];
}

export type ToMaia = { kind: 'load'; net: string; family: ModelFamily; graph: Uint8Array } | Batch;

export type FromMaia =
  | { kind: 'ready' }
  | { kind: 'batch'; id: number; logits: Float32Array[]; value: Float32Array }
  | { kind: 'error'; message: string };

interface Loaded {
  family: ModelFamily;
  session: InferenceSession;
}

const nets = new Map<string, Loaded>();
// It ends when its parent ends, and ignores signals that reach the whole process group.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('message', (message: ToMaia) => {
  answer(message).then(say, (error: Error) => say({ kind: 'error', message: error.message }));
});

const say = (message: FromMaia): void => tellParent(message);

/** What a family's model takes, and how many moves it has numbers for. */
const INPUTS: Record<ModelFamily, { moves: number; feeds(batch: Batch): InferenceSession.FeedsType }> = {
  maia3: {
    moves: MOVE_COUNT,
    feeds({ boards, ratings, opponentRatings }) {
      const size = ratings.length;
      const elos = (values: number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [size]);
      const tokens = expanded(boards, size, BOARDS_LENGTH, TOKENS_LENGTH, expandTokens);
      return {
        tokens: new Tensor('float32', tokens, [size, 64, TOKENS_LENGTH / 64]),
        self_elo: elos(ratings),
        oppo_elo: elos(opponentRatings),
      };
    },
  },
  maia1: {
    moves: POLICY_MOVES,
    feeds({ boards, ratings: { length: size } }) {
      const planes = expanded(boards, size, LC0_PACKED_LENGTH, LC0_PLANES_LENGTH, expandPlanes);
      return { planes: new Tensor('float32', planes, [size, INPUT_PLANES, 8, 8]) };
    },
  },
};

function expanded(
  boards: Uint8Array,
  size: number,
  packed: number,
  length: number,
  expand: (packed: Uint8Array, target: Float32Array, offset: number) => void,
): Float32Array {
  const floats = new Float32Array(size * length);
  for (let row = 0; row < size; row++) expand(boards.subarray(row * packed, (row + 1) * packed), floats, row * length);
  return floats;
}

async function answer(message: ToMaia): Promise<FromMaia> {
  if (message.kind === 'load') {
    const session = await InferenceSession.create(message.graph, { intraOpNumThreads: 1, interOpNumThreads: 1 });
    nets.set(message.net, { family: message.family, session });
    return { kind: 'ready' };
  }
  const net = nets.get(message.net);
  if (!net) throw new Error('asked before it was given a model');
  const { moves, feeds } = INPUTS[net.family];
  const outputs = await net.session.run(feeds(message));
  const policy = outputs.logits_move?.data as Float32Array;
  const value = outputs.logits_value?.data as Float32Array;
  const logits = message.legal.map((indices, row) =>
    Float32Array.from(indices, index => policy[row * moves + index] ?? Number.NaN),
  );
  return { kind: 'batch', id: message.id, logits, value: Float32Array.from(value) };
}
