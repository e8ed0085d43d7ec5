import { readFileSync } from 'node:fs';
import { loadNet } from '../src/engine/maia-net.ts';
import { type MaiaNet, MaiaPool, type MaiaRequest } from '../src/engine/maia-pool.ts';
import { findModel } from '../src/engine/manifest.ts';
import { chooseModel } from '../src/engine/model-choice.ts';
import { inspectModel } from '../src/engine/model-store.ts';
import { lc0Net, MAIA_SHAPE, randomNet } from '../test/support/lc0.ts';
import { maiaNet } from '../test/support/maia.ts';
import { CORES, config, interleave, median, msOf, type Part, playouts, speedUp, sum } from './support.ts';

/** Both families as Kibitz asks them: one position after the other, and many at once. */

const POSITIONS = 128;
const ROUNDS = 5;
const RATING = 1500;
const CLAIM = { priority: 'interactive', owner: 'bench' } as const;
/** Positions a second that are wanted, many at once on two cores. */
const WANTED = { maia3: 100, maia1: 400 } as const;

export async function familiesPart(): Promise<Part> {
  const { net: classic, isReal } = await classicNet();
  const nets = [await maiaNet(), classic];
  const requests = playouts(POSITIONS).map(
    (history): MaiaRequest => ({ history, rating: RATING, opponentRating: RATING }),
  );
  const maia = new MaiaPool({ workers: CORES });
  const single = async (net: MaiaNet) => {
    for (const request of requests) await maia.predict(net, request, CLAIM);
  };
  const together = (net: MaiaNet) => Promise.all(requests.map(request => maia.predict(net, request, CLAIM)));
  const one = ({ id }: MaiaNet) => `${id}, one by one`;
  const many = ({ id }: MaiaNet) => `${id}, all at once`;
  try {
    // The first answers wait for the workers to load the models.
    for (const net of nets) await together(net);
    const timings = await interleave(
      'maia',
      ROUNDS,
      Object.fromEntries(
        nets.flatMap(net => [
          [one(net), () => single(net)],
          [many(net), () => together(net)],
        ]),
      ),
    );
    const free = new Map<string, number>();
    for (const net of nets) free.set(many(net), POSITIONS / (await cpuSeconds(maia, () => together(net))));
    const rate = (variant: string) => (POSITIONS / median(msOf(timings, variant))) * 1000;
    return {
      rows: nets.flatMap(net => [one(net), many(net)].map(asked => ({ asked, 'positions/s': rate(asked) }))),
      comparisons: [
        ...nets.map(net => ({
          name: `${many(net)}, against ${WANTED[net.family]} positions/s`,
          ratio: rate(many(net)) / WANTED[net.family],
          target: 1,
        })),
        ...nets.map(net => ({
          name: `${net.id}, all at once against one by one`,
          ratio: speedUp(timings, many(net), one(net)),
        })),
      ],
      notes: [
        ...nets.map(
          net =>
            `${many(net)}: ${Math.round(free.get(many(net)) ?? 0)} positions for each second of a core that the workers get`,
        ),
        ...(isReal ? [] : [`${classic.id} is not installed: a net of its size with random weights stands for it`]),
      ],
    };
  } finally {
    await maia.close();
  }
}

/** Clock ticks a second, as Linux counts the time of processes. */
const TICKS = 100;

/** What the workers compute for, however long they wait for a core; not known but on Linux. */
async function cpuSeconds({ pids }: MaiaPool, work: () => Promise<unknown>): Promise<number> {
  const ticks = () => {
    const fields = pids.map(pid => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []);
    return sum(fields.map(stat => Number(stat[11]) + Number(stat[12])));
  };
  if (process.platform !== 'linux') return Number.NaN;
  const before = ticks();
  for (let round = 0; round < ROUNDS; round++) await work();
  return (ticks() - before) / TICKS / ROUNDS;
}

/** Weights do not change the speed, so that no model has to be fetched for this. */
async function classicNet(): Promise<{ net: MaiaNet; isReal: boolean }> {
  const id = `maia1-${RATING}`;
  const { modelDir } = config();
  const { kind } = await inspectModel(modelDir, findModel(id));
  if (kind === 'installed') return { net: await loadNet(chooseModel(id), RATING, modelDir), isReal: true };
  return { net: lc0Net(id, randomNet(MAIA_SHAPE, 1)), isReal: false };
}
