import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { MOVE_COUNT } from './encode.ts';

/** A thread that runs Maia: `run()` of the runtime blocks whoever calls it, so each session has a thread of its own. */

export interface MaiaWorkerData {
  model: Uint8Array;
}

export interface MaiaBatch {
  id: number;
  size: number;
  tokens: Float32Array;
  selfElo: BigInt64Array;
  oppoElo: BigInt64Array;
  /** Per position, the model's numbers of its legal moves: only these logits travel back. */
  legal: Uint16Array[];
}

export type MaiaReply =
  | { kind: 'ready' }
  | { kind: 'batch'; id: number; logits: Float32Array[]; value: Float32Array }
  | { kind: 'error'; id: number; message: string };

const port = parentPort;
if (!port) throw new Error('maia-worker runs as a worker thread only');

const { model } = workerData as MaiaWorkerData;
const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
const say = (reply: MaiaReply) => port.postMessage(reply);

port.on('message', (batch: MaiaBatch) => {
  run(batch).then(say, (error: Error) => say({ kind: 'error', id: batch.id, message: error.message }));
});
say({ kind: 'ready' });

async function run({ id, size, tokens, selfElo, oppoElo, legal }: MaiaBatch): Promise<MaiaReply> {
  const outputs = await session.run({
    tokens: new Tensor('float32', tokens, [size, 64, tokens.length / size / 64]),
    self_elo: new Tensor('int64', selfElo, [size]),
    oppo_elo: new Tensor('int64', oppoElo, [size]),
  });
  const policy = outputs.logits_move?.data as Float32Array;
  const value = outputs.logits_value?.data as Float32Array;
  const logits = legal.map((indices, row) =>
    Float32Array.from(indices, index => policy[row * MOVE_COUNT + index] ?? 0),
  );
  return { kind: 'batch', id, logits, value: Float32Array.from(value) };
}
