import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseTrees } from '../../src/chess/pgn/parse.ts';
import { seeded } from '../support/positions.ts';
import { expectAnnotated } from './annotations.ts';

const data = process.env.KIBITZ_DATA;
if (!data) console.log('skipped: KIBITZ_DATA is not set, so no games of lichess-games-3000.pgn are annotated');

it.skipIf(!data)('280 more annotated games of Lichess are as sound as the first 20', () => {
  const random = seeded(6);
  const all = parseTrees(readFileSync(`${data}/lichess-games-3000.pgn`, 'utf8'));
  expect(all).toHaveLength(3000);
  const told = all.slice(20, 300).map(({ tree }) => expectAnnotated(tree, random));
  const sum = (what: 'moves' | 'variations') => told.reduce((all, one) => all + one[what], 0);
  expect(sum('variations')).toBeGreaterThan(sum('moves'));
});
