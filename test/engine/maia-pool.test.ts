import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Claim } from '../../src/base/fair-queue.ts';
import { softmax } from '../../src/base/probability.ts';
import { current, type Game, playUci } from '../../src/chess/game.ts';
import { legalMoves, mirror, mirrorUci, type Position, startPosition } from '../../src/chess/position.ts';
import { type MaiaNet, MaiaPool, type MaiaRequest } from '../../src/engine/maia-pool.ts';
import type { ToMaia } from '../../src/engine/maia-worker.ts';
import {
  BOARDS_LENGTH,
  encodeBoards,
  expandTokens,
  moveIndex,
  TOKENS_LENGTH,
} from '../../src/engine/maia3-encoding.ts';
import { findModel } from '../../src/engine/manifest.ts';
import { modelPath } from '../../src/engine/model-store.ts';
import { parseModel } from '../../src/engine/onnx-graph.ts';
import { builtUrl } from '../support/built.ts';
import { maiaFiles, maiaNet } from '../support/maia.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';
import { modelDir } from '../support/settings.ts';

/** The ratings in every batch that a worker was sent: who travelled with whom. */
const batches = vi.hoisted(() => [] as number[][]);
vi.mock('../../src/base/process.ts', async importOriginal => {
  const entry = await importOriginal<typeof import('../../src/base/process.ts')>();
  return {
    ...entry,
    startProcess: (...[name, base, options]: Parameters<typeof entry.startProcess>) => {
      const worker = entry.startProcess(name, builtUrl(base), options);
      const send = worker.send.bind(worker) as (...message: unknown[]) => boolean;
      worker.send = (message: ToMaia, ...rest: unknown[]) => {
        if (message.kind === 'batch') batches.push([...message.ratings]);
        return send(message, ...rest);
      };
      return worker;
    },
  };
});

const claim: Claim = { priority: 'interactive', owner: 'test' };
let net: MaiaNet;
let maia: MaiaPool;

beforeAll(async () => {
  net = await maiaNet();
  maia = new MaiaPool({ workers: 2 });
});
afterAll(() => maia.close());

async function probabilities(game: Game, rating: number, opponentRating = rating): Promise<Map<string, number>> {
  const { logits } = await maia.predict(net, { history: game.positions, rating, opponentRating }, claim);
  const shares = softmax(logits);
  return new Map(legalMoves(current(game)).map(({ uci }, index) => [uci, shares[index] ?? Number.NaN]));
}

function expectClose(actual: Map<string, number>, expected: Map<string, number>): void {
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [uci, share] of expected) expect(Math.abs((actual.get(uci) as number) - share), uci).toBeLessThan(1e-4);
}

interface Reference {
  name: string;
  fen: string;
  moves: string[];
  rating: number;
  opponentRating: number;
  probabilities: Record<string, number>;
}

const { cases } = JSON.parse(readFileSync(new URL('../data/maia3-reference.json', import.meta.url), 'utf8')) as {
  cases: Reference[];
};

describe('Maia’s probabilities', () => {
  it.each(cases)('are those of an independent implementation: $name', async reference => {
    const game = playUci(positionOf(reference.fen), reference.moves) as Game;
    const actual = await probabilities(game, reference.rating, reference.opponentRating);
    expectClose(actual, new Map(Object.entries(reference.probabilities)));
  });

  const data = process.env.KIBITZ_DATA;
  if (!data) console.log('skipped: KIBITZ_DATA is not set, so Maia is not compared with maia3-examples.json');
  it.skipIf(!data)('are those of the published examples', async () => {
    const examples = JSON.parse(readFileSync(`${data}/maia3-examples.json`, 'utf8')) as {
      positions: { moves: string[]; elo: Record<string, { uci: string; prob: number }[]> }[];
    };
    for (const { moves, elo } of examples.positions)
      for (const [rating, list] of Object.entries(elo)) {
        const actual = await probabilities(playUci(startPosition(), moves) as Game, Number(rating));
        expectClose(actual, new Map(list.map(({ uci, prob }) => [uci, prob])));
      }
  });

  it('do not depend on what else is in the batch', async () => {
    const random = seeded(1);
    const requests: MaiaRequest[] = Array.from({ length: 20 }, (_, index) => ({
      history: randomGame(8 + index, random).positions,
      rating: 1100 + 40 * index,
      opponentRating: 1500,
    }));
    const together = await Promise.all(requests.map(request => maia.predict(net, request, claim)));
    // Of both batches: a batch has at most 16.
    for (const index of [0, 1, 7, 15, 16, 19]) {
      const request = requests[index] as MaiaRequest;
      const alone = await maia.predict(net, request, claim);
      const shares = softmax(alone.logits);
      for (const [move, share] of softmax(together[index]?.logits ?? []).entries())
        expect(Math.abs(share - (shares[move] ?? Number.NaN))).toBeLessThan(1e-5);
      const { win, draw, loss } = alone.wdl;
      expect(win + draw + loss).toBeCloseTo(1, 9);
    }
  });
});

describe('a deterministic request', () => {
  const random = seeded(5);
  const games = Array.from({ length: 4 }, (_, index) => randomGame(10 + 5 * index, random));
  // Ratings that nobody else has: by them a request is known in a batch.
  const requests: MaiaRequest[] = games.map(({ positions }, index) => ({
    history: positions,
    rating: 2001 + index,
    opponentRating: 1500,
    deterministic: true,
  }));
  const crowd: MaiaRequest[] = Array.from({ length: 40 }, (_, index) => ({
    history: randomGame(6 + (index % 20), random).positions,
    rating: 1500,
    opponentRating: 1500,
  }));
  const by = (owner: string): Claim => ({ priority: 'interactive', owner });

  /** All at once: some of the crowd before it, the rest after it, from its own owner and from others. */
  function inACrowd(request: MaiaRequest) {
    const ask = (from: number, to: number, owner: string) =>
      crowd.slice(from, to).map(other => maia.predict(net, other, by(owner)));
    const before = [...ask(0, 10, 'a'), ...ask(10, 15, 'b')];
    const answer = maia.predict(net, request, by('a'));
    return Promise.all([answer, ...before, ...ask(15, 30, 'a'), ...ask(30, 40, 'c')]);
  }

  it('travels in a batch of its own, and keeps nobody else from travelling together', async () => {
    batches.length = 0;
    await Promise.all([
      ...requests.map(request => maia.predict(net, request, by('d'))),
      inACrowd(requests[0] as MaiaRequest),
    ]);
    const alone = batches.filter(ratings => ratings.some(rating => rating > 2000));
    expect(alone.flat().sort()).toEqual([2001, 2001, 2002, 2003, 2004]);
    expect(alone.every(ratings => ratings.length === 1)).toBe(true);
    const together = batches.filter(ratings => ratings.every(rating => rating === 1500));
    expect(together.flat()).toHaveLength(crowd.length);
    expect(Math.max(...together.map(ratings => ratings.length))).toBeGreaterThan(1);
  });

  it('is answered the same to the last bit, whatever else is asked at the same time', async () => {
    for (const request of requests.slice(0, 2)) {
      const alone = await maia.predict(net, request, claim);
      expect((await inACrowd(request))[0]).toEqual(alone);
    }
  });

  it('is answered the same to the last bit by another worker', async () => {
    const other = new MaiaPool({ workers: 1 });
    for (const request of requests)
      expect(await other.predict(net, request, claim)).toEqual(await maia.predict(net, request, claim));
    await other.close();
  });

  it('with the colours changed is answered with the mirrored moves, to the last bit', async () => {
    const shares = async (request: MaiaRequest) => {
      const { logits, wdl } = await maia.predict(net, request, claim);
      const moves = legalMoves(request.history.at(-1) as Position);
      return { wdl, logits: new Map(moves.map(({ uci }, index) => [uci, logits[index]])) };
    };
    for (const request of requests) {
      const answer = await shares(request);
      const mirrored = await shares({ ...request, history: request.history.map(mirror) });
      expect(mirrored.wdl).toEqual(answer.wdl);
      for (const [uci, logit] of answer.logits) expect(mirrored.logits.get(mirrorUci(uci)), uci).toBe(logit);
    }
  });
});

describe('a move on a running clock', () => {
  const urgent: Claim = { priority: 'move', owner: 'lichess' };
  const request = (rating: number): MaiaRequest => ({ history: [startPosition()], rating, opponentRating: 1500 });
  const turn = () => new Promise(resolve => setImmediate(resolve));

  it('waits for nobody: it has a worker of its own, and travels with moves alone', async () => {
    const busy = new MaiaPool({ workers: 1 });
    await Promise.all([busy.predict(net, request(1500), claim), busy.predict(net, request(1501), urgent)]);
    expect(busy.pids).toHaveLength(2);
    batches.length = 0;
    const crowd = Array.from({ length: 30 }, () => busy.predict(net, request(1500), claim));
    await turn();
    const moves = [2501, 2502].map(rating => busy.predict(net, request(rating), urgent));
    await turn();
    expect(batches).toEqual([Array(16).fill(1500), [2501, 2502]]);
    await Promise.all([...moves, ...crowd]);
    expect(batches.slice(2).flat()).toEqual(Array(30 - 16).fill(1500));
    await busy.close();
  });

  it('is served by the others while its own worker has to be replaced', async () => {
    const fragile = new MaiaPool({ workers: 1, random: () => 1 });
    await Promise.all([fragile.predict(net, request(1500), claim), fragile.predict(net, request(1501), urgent)]);
    const [common, own] = fragile.pids;
    process.kill(own as number, 'SIGKILL');
    await vi.waitFor(() => expect(fragile.pids).toEqual([common]));
    await expect(fragile.predict(net, request(1502), urgent)).resolves.toHaveProperty('wdl');
    await fragile.close();
  });
});

describe('the rewritten model', () => {
  it('has a third of the nodes, its weights inside, and no fixed batch size', async () => {
    const { graph } = await maiaFiles();
    expect(parseModel(graph).graph.nodes).toHaveLength(1129);
    const nodes = parseModel(net.graph).graph.nodes;
    expect(nodes.length).toBeLessThan(400);
    expect(nodes.filter(({ op }) => op === 'Gelu')).toHaveLength(24);
    expect(nodes.filter(({ op }) => op === 'SimplifiedLayerNormalization')).toHaveLength(16);
    expect(net.graph.length).toBeGreaterThan(20_000_000);
  });

  it('equals the published one on 12 random positions, early and late in a game', async () => {
    const published = await InferenceSession.create(modelPath(modelDir(), findModel('maia3-5m'), 'maia3-5m.onnx'), {
      intraOpNumThreads: 1,
    });
    const random = seeded(7);
    for (let index = 0; index < 12; index++) {
      const game = randomGame(2 + 5 * index, random);
      const [rating, opponentRating] = [600 + Math.floor(random() * 2000), 600 + Math.floor(random() * 2000)];
      const tokens = new Float32Array(TOKENS_LENGTH);
      const boards = new Uint8Array(BOARDS_LENGTH);
      encodeBoards(game.positions, boards);
      expandTokens(boards, tokens);
      const elo = (value: number) => new Tensor('int64', BigInt64Array.of(BigInt(value)), [1]);
      const outputs = await published.run({
        tokens: new Tensor('float32', tokens, [1, 64, 96]),
        self_elo: elo(rating),
        oppo_elo: elo(opponentRating),
      });
      const scores = outputs.logits_move?.data as Float32Array;
      const answer = await maia.predict(net, { history: game.positions, rating, opponentRating }, claim);
      const position = current(game);
      for (const [move, { move: played }] of legalMoves(position).entries())
        expect(Math.abs((answer.logits[move] ?? Number.NaN) - (scores[moveIndex(position, played)] ?? 0))).toBeLessThan(
          1e-4,
        );
      const [loss = 0, draw = 0, win = 0] = softmax(outputs.logits_value?.data as Float32Array);
      for (const [actual, expected] of [
        [answer.wdl.win, win],
        [answer.wdl.draw, draw],
        [answer.wdl.loss, loss],
      ] as const)
        expect(Math.abs(actual - expected)).toBeLessThan(1e-4);
    }
  });
});

describe('a Maia in trouble', () => {
  const request: MaiaRequest = { history: [startPosition()], rating: 1500, opponentRating: 1500 };

  it('answers everything although a worker dies in the middle', async () => {
    const faults: string[] = [];
    const fragile = new MaiaPool({ workers: 2, onFailure: fault => faults.push(fault.message) });
    const expected = softmax((await fragile.predict(net, request, claim)).logits);
    const asked = Array.from({ length: 30 }, () => fragile.predict(net, request, claim));
    setTimeout(() => process.kill(fragile.pids[0] as number, 'SIGKILL'), 30);
    for (const { logits } of await Promise.all(asked))
      for (const [move, share] of softmax(logits).entries()) expect(share).toBeCloseTo(expected[move] as number, 5);
    expect(faults).toEqual(['Maia’s worker ended (SIGKILL).']);
    await fragile.close();
  });

  it('lets go of what is cancelled and goes on with the rest', async () => {
    const cancel = new AbortController();
    setMaxListeners(0, cancel.signal); // each of the forty listens to it
    const cancelled = Array.from({ length: 40 }, () =>
      maia.predict(net, request, { ...claim, owner: 'a' }, cancel.signal),
    );
    const kept = maia.predict(net, request, { ...claim, owner: 'b' });
    cancel.abort();
    for (const outcome of await Promise.allSettled(cancelled))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    await expect(kept).resolves.toHaveProperty('wdl');
  });

  it('says so when the model is no model, instead of waiting for ever', async () => {
    const hopeless = new MaiaPool({ workers: 1, random: () => 0 });
    await expect(hopeless.predict({ ...net, graph: Uint8Array.of(1, 2, 3) }, request, claim)).rejects.toThrow(
      /Maia’s worker failed/,
    );
    await hopeless.close();
  });

  it('refuses a finished game, and everything once it is closed', async () => {
    const mated = positionOf('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
    await expect(maia.predict(net, { ...request, history: [mated] }, claim)).rejects.toThrow(/the game is over/);
    const closed = new MaiaPool({ workers: 1 });
    await closed.close();
    await expect(closed.predict(net, request, claim)).rejects.toMatchObject({ code: 'closing' });
  });
});
