import { readFileSync } from 'node:fs';
import { emptyHeaders, parsePgn as parseChessops } from 'chessops/pgn';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../../src/chess/pgn/make.ts';
import { parseTrees } from '../../src/chess/pgn/parse.ts';
import type { Position } from '../../src/chess/position.ts';
import { parsePgn } from '../../src/input/pgn.ts';
import { annotate, annotatedPgn } from '../../src/present/annotated-pgn.ts';
import { treeOf } from '../chess/pgn/trees.ts';
import { amount } from '../support/amount.ts';
import { seeded } from '../support/positions.ts';
import { everyMove, lostIn, randomReview } from './annotations.ts';

const GAMES = amount(60, 300);

describe('annotated games of Lichess', () => {
  const data = process.env.KIBITZ_DATA;
  if (!data) console.log('skipped: KIBITZ_DATA is not set, so no games of lichess-games-3000.pgn are annotated');

  it.skipIf(!data)(
    'lose nothing, hold no move that is not legal, and are read as the same trees',
    () => {
      const random = seeded(5);
      const all = parseTrees(readFileSync(`${data}/lichess-games-3000.pgn`, 'utf8'));
      expect(all).toHaveLength(3000);
      let [moves, variations] = [0, 0];
      for (const { tree } of all.slice(0, GAMES)) {
        const source = parsePgn(makeTree(tree));
        if (!source.ok) throw new Error(source.message);
        const { game, notes } = source.value;
        const report = randomReview(
          game,
          random,
          notes.map(({ score }) => score ?? null),
        );
        const result = annotate(tree, report);
        const text = annotatedPgn(tree, report);
        expect(lostIn(tree, result)).toEqual([]);
        const [again] = parseChessops(text, emptyHeaders);
        expect(again).toEqual(treeOf(text));
        expect(again?.moves).toEqual(result.moves);
        const played = everyMove(result, game.positions[0] as Position);
        expect(played.filter(({ legal }) => !legal)).toEqual([]);
        expect(annotatedPgn(treeOf(text), report)).toBe(text);
        moves += game.moves.length;
        variations += played.filter(({ depth }) => depth > 0).length;
      }
      console.log(`${GAMES} games with ${moves} half-moves, and ${variations} in variations`);
      expect(variations).toBeGreaterThan(moves);
    },
    1_800_000,
  );
});
