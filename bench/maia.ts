import { InferenceSession, Tensor } from 'onnxruntime-node';
import { legalMoves, type Position } from '../src/chess/position.ts';
import { type MaiaNet, MaiaPool, type MaiaRequest } from '../src/engine/maia-pool.ts';
import {
  BOARDS_LENGTH,
  encodeBoards,
  expandTokens,
  MOVE_COUNT,
  moveIndex,
  TOKENS_LENGTH,
} from '../src/engine/maia3-encoding.ts';
import { rewriteMaia3 } from '../src/engine/maia3-graph.ts';
import { DEFAULT_MODEL, findModel } from '../src/engine/manifest.ts';
import { ensureModel, modelPath } from '../src/engine/model-store.ts';
import { familiesPart } from './families.ts';
import { CORES, config, interleave, median, msOf, playouts, type Report, speedUp, type Variants } from './support.ts';

const POSITIONS = 128;
const ROUNDS = 5;
const BATCHES = [8, 16];
const CLAIM = { priority: 'interactive', owner: 'bench' } as const;
const ONE_THREAD = { intraOpNumThreads: 1, interOpNumThreads: 1 };

const PUBLISHED = 'published file, one by one';
const REWRITTEN = 'rewritten, one by one';
const batched = (size: number) => `rewritten, batches of ${size}`;
const WORKERS = `Maia class, ${CORES} worker(s), all at once`;

export async function maiaBench(): Promise<Report> {
  process.env.ORT_DISABLE_TELEMETRY = '1'; // as src/engine/maia-pool.ts does for its workers
  const { modelDir } = config();
  const entry = findModel(DEFAULT_MODEL);
  const { id, family } = entry;
  const files = await ensureModel(modelDir, entry);
  const [graph, weights] = entry.files.map(({ name }) => ({ name, content: files.get(name) }));
  if (!graph?.content || !weights?.content) throw new Error(`${id} is not a graph and its weights`);
  const net: MaiaNet = { id, family, graph: rewriteMaia3(graph.content, weights.content) };
  const published = await InferenceSession.create(modelPath(modelDir, entry, graph.name), ONE_THREAD);
  const rewritten = await InferenceSession.create(net.graph, ONE_THREAD);
  const maia = new MaiaPool({ workers: CORES });
  let report: Report;
  try {
    report = await compare(net, published, rewritten, maia);
  } finally {
    await Promise.all([maia.close(), published.release(), rewritten.release()]);
  }
  const { rows, comparisons, notes } = await familiesPart();
  return {
    ...report,
    rows: [...report.rows, ...rows],
    comparisons: [...report.comparisons, ...comparisons],
    notes: [...report.notes, ...notes],
  };
}

async function compare(
  net: MaiaNet,
  published: InferenceSession,
  rewritten: InferenceSession,
  maia: MaiaPool,
): Promise<Report> {
  const requests = playouts(POSITIONS).map(
    (history, index): MaiaRequest => ({ history, rating: 1100 + 100 * (index % 9), opponentRating: 1500 }),
  );
  const askMaia = async () =>
    (await Promise.all(requests.map(request => maia.predict(net, request, CLAIM)))).map(({ logits }) => logits);
  const variants: Variants = {
    [PUBLISHED]: () => runDirectly(published, requests, 1),
    [REWRITTEN]: () => runDirectly(rewritten, requests, 1),
    ...Object.fromEntries(BATCHES.map(size => [batched(size), () => runDirectly(rewritten, requests, size)])),
    [WORKERS]: askMaia,
  };
  // The first answers wait for the workers to load the model; they are compared, not timed.
  const difference = largestDifference(await runDirectly(published, requests, 1), await askMaia());
  const timings = await interleave('maia', ROUNDS, variants);
  return {
    title: `maia: ${net.id}, ${POSITIONS} positions, median of ${ROUNDS} rounds`,
    rows: Object.keys(variants).map(variant => ({
      variant,
      'positions/s': (POSITIONS / median(msOf(timings, variant))) * 1000,
      ratio: speedUp(timings, variant, PUBLISHED),
    })),
    comparisons: [
      { name: 'Maia class against the published file', ratio: speedUp(timings, WORKERS, PUBLISHED), target: 2.2 },
      { name: 'rewriting alone, one by one', ratio: speedUp(timings, REWRITTEN, PUBLISHED) },
      ...BATCHES.map(size => ({
        name: `batches of ${size} against one by one`,
        ratio: speedUp(timings, batched(size), REWRITTEN),
      })),
      { name: 'Maia class against one thread', ratio: speedUp(timings, WORKERS, batched(16)) },
    ],
    notes: [
      `largest difference in a legal move's logit, published file and Maia class: ${difference.toExponential(1)}`,
    ],
  };
}

/** What the Maia class does for a batch, in this thread: positions in, logits of legal moves out. */
async function runDirectly(
  session: InferenceSession,
  requests: readonly MaiaRequest[],
  batchSize: number,
): Promise<number[][]> {
  const answers: number[][] = [];
  for (let at = 0; at < requests.length; at += batchSize)
    answers.push(...(await runBatch(session, requests.slice(at, at + batchSize))));
  return answers;
}

async function runBatch(session: InferenceSession, requests: readonly MaiaRequest[]): Promise<number[][]> {
  const size = requests.length;
  const tokens = new Float32Array(size * TOKENS_LENGTH);
  const boards = new Uint8Array(BOARDS_LENGTH);
  for (const [row, { history }] of requests.entries()) {
    encodeBoards(history, boards);
    expandTokens(boards, tokens, row * TOKENS_LENGTH);
  }
  const elo = (ratings: number[]) => new Tensor('int64', BigInt64Array.from(ratings, BigInt), [size]);
  const outputs = await session.run(
    {
      tokens: new Tensor('float32', tokens, [size, 64, TOKENS_LENGTH / 64]),
      self_elo: elo(requests.map(({ rating }) => rating)),
      oppo_elo: elo(requests.map(({ opponentRating }) => opponentRating)),
    },
    ['logits_move', 'logits_value'],
  );
  const policy = outputs.logits_move?.data as Float32Array;
  return requests.map(({ history }, row) => {
    const position = history.at(-1) as Position;
    return legalMoves(position).map(({ move }) => policy[row * MOVE_COUNT + moveIndex(position, move)] ?? Number.NaN);
  });
}

function largestDifference(a: readonly number[][], b: readonly number[][]): number {
  const differences = a.flatMap((logits, row) =>
    logits.map((logit, move) => Math.abs(logit - (b[row]?.[move] ?? Number.NaN))),
  );
  return Math.max(...differences);
}
