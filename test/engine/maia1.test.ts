import { afterAll, describe, expect, it } from 'vitest';
import { softmax } from '../../src/base/probability.ts';
import { current, type Game, gameFrom } from '../../src/chess/game.ts';
import { legalMoves, mirror, mirrorUci, type Position } from '../../src/chess/position.ts';
import {
  CONVOLUTION_PLACES,
  expandPlanes,
  LC0_PACKED_LENGTH,
  LC0_PLANES_LENGTH,
  lc0MoveIndex,
  packPlanes,
} from '../../src/engine/lc0-encoding.ts';
import { pullNet } from '../../src/engine/maia-net.ts';
import { type MaiaNet, MaiaPool } from '../../src/engine/maia-pool.ts';
import { findModel } from '../../src/engine/manifest.ts';
import { inspectModel } from '../../src/engine/model-store.ts';
import { lc0Net, randomNet, SMALL_SHAPE } from '../support/lc0.ts';
import { maiaNet } from '../support/maia.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { modelDir } from '../support/settings.ts';

const CLAIM = { priority: 'interactive', owner: 'test' } as const;
const COLOR_PLANE = 108;
const maia = new MaiaPool({ workers: 1 });
afterAll(() => maia.close());

const ask = (net: MaiaNet, history: readonly Position[]) =>
  maia.predict(net, { history, rating: 1500, opponentRating: 1500 }, CLAIM);

const random = seeded(9);
const games = [2, 7, 30, 61].map(plies => randomGame(plies, random));

async function sharesOf(net: MaiaNet, { positions }: Pick<Game, 'positions'>): Promise<Map<string, number>> {
  const shares = softmax((await ask(net, positions)).logits);
  return new Map(legalMoves(positions.at(-1) as Position).map(({ uci }, index) => [uci, shares[index] as number]));
}

describe('a net of Maia-1', () => {
  const plain = randomNet(SMALL_SHAPE, 1);
  const net = lc0Net('one', plain);

  it('answers through the workers as plain arithmetic does', async () => {
    for (const { positions } of games) {
      const position = positions.at(-1) as Position;
      const packed = new Uint8Array(LC0_PACKED_LENGTH);
      packPlanes(positions, packed);
      const planes = new Float32Array(LC0_PLANES_LENGTH);
      expandPlanes(packed, planes);
      const { policy, value } = plain.run(planes);
      const { logits, wdl } = await ask(net, positions);
      for (const [index, { move }] of legalMoves(position).entries()) {
        const place = CONVOLUTION_PLACES[lc0MoveIndex(position, move)] as number;
        expect(Math.abs((logits[index] as number) - (policy[place] as number))).toBeLessThan(1e-4);
      }
      const [win, draw, loss] = softmax(value);
      expect(wdl.win).toBeCloseTo(win as number, 4);
      expect(wdl.draw).toBeCloseTo(draw as number, 4);
      expect(wdl.loss).toBeCloseTo(loss as number, 4);
    }
  });

  it('gives the legal moves shares that make up 1', async () => {
    for (const game of games) {
      const shares = [...(await sharesOf(net, game)).values()];
      expect(shares).toHaveLength(legalMoves(current(game)).length);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(shares.every(share => share > 0)).toBe(true);
    }
  });

  it('answers many at once as one by one', async () => {
    const together = await Promise.all(games.map(({ positions }) => ask(net, positions)));
    for (const [index, { positions }] of games.entries()) {
      const alone = await ask(net, positions);
      for (const [move, logit] of alone.logits.entries())
        expect(Math.abs(logit - (together[index]?.logits[move] as number))).toBeLessThan(1e-4);
    }
  });

  it('plays the mirrored moves with the colours changed, if it does not look at the colour', async () => {
    const blind = lc0Net('blind', randomNet(SMALL_SHAPE, 2, [COLOR_PLANE]));
    const distance = async (asked: MaiaNet, { positions }: Game) => {
      const history = positions.slice(-8);
      const shares = await sharesOf(asked, { positions: history });
      const mirrored = await sharesOf(asked, { positions: history.map(mirror) });
      return Math.max(...[...shares].map(([uci, share]) => Math.abs(share - (mirrored.get(mirrorUci(uci)) as number))));
    };
    // Of long games: what begins at the start position begins, with the colours changed, somewhere else.
    for (const game of games.slice(2)) {
      expect(await distance(blind, game)).toBeLessThan(1e-4);
      expect(await distance(net, game)).toBeGreaterThan(1e-4);
    }
  });

  it('shares its workers with other nets, each of which answers for itself', async () => {
    const other = lc0Net('other', randomNet(SMALL_SHAPE, 3));
    const modern = await maiaNet();
    const nets = [net, other, modern];
    const { positions } = games[1] as Game;
    const alone = [];
    for (const one of nets) alone.push((await ask(one, positions)).logits);
    expect(alone[0]).not.toEqual(alone[1]);
    const mixed = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(nets[index % 3] as MaiaNet, positions)),
    );
    for (const [index, { logits }] of mixed.entries())
      for (const [move, logit] of logits.entries()) expect(logit).toBeCloseTo(alone[index % 3]?.[move] as number, 4);
    expect(maia.pids).toHaveLength(1);
  });

  it('that no worker can load is told of, and the others go on', async () => {
    const hasty = new MaiaPool({ workers: 1, random: () => 0 });
    const broken = { ...net, id: 'broken', graph: Uint8Array.of(1, 2, 3) };
    const request = { history: [current(gameFrom())], rating: 1500, opponentRating: 1500 };
    const [bad, good] = await Promise.allSettled([
      hasty.predict(broken, request, CLAIM),
      hasty.predict(net, request, CLAIM),
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'engine-failed' } });
    expect(good).toMatchObject({ status: 'fulfilled' });
    await hasty.close();
  });
});

const REAL = findModel('maia1-1100');
const { kind } = await inspectModel(modelDir(), REAL);
if (kind !== 'installed')
  console.log(
    'skipped: maia1-1100 is not installed ("kibitz models pull maia1-1100"), so its first move is not checked',
  );
// https://github.com/CSSLab/maia-chess: the raw policy, which is temperature 1; lc0 flattens it to 1.359 unless told.
it.skipIf(kind !== 'installed')('the real net for 1100 opens with e4 two times out of three', async () => {
  const shares = await sharesOf(await pullNet(modelDir(), REAL), gameFrom());
  expect([...shares].sort(([, a], [, b]) => b - a)[0]?.[0]).toBe('e2e4');
  expect(shares.get('e2e4')).toBeGreaterThan(0.63);
  expect(shares.get('e2e4')).toBeLessThan(0.69);
});
