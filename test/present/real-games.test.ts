import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseTrees } from '../../src/chess/pgn/parse.ts';
import { seeded } from '../support/positions.ts';
import { expectAnnotated } from './annotations.ts';

const GAMES = 20;

const data = process.env.KIBITZ_DATA;
if (!data) console.log('skipped: KIBITZ_DATA is not set, so no games of lichess-games-3000.pgn are annotated');

it.skipIf(!data)(
  'annotated games of Lichess lose nothing, hold only legal moves, and are read as the same trees',
  () => {
    const random = seeded(5);
    const games = readFileSync(`${data}/lichess-games-3000.pgn`, 'utf8').split(/\n\n(?=\[Event )/, GAMES);
    const trees = parseTrees(games.join('\n\n'));
    expect(trees).toHaveLength(GAMES);
    const told = trees.map(({ tree }) => expectAnnotated(tree, random));
    const sum = (what: 'moves' | 'variations') => told.reduce((all, one) => all + one[what], 0);
    expect(sum('variations')).toBeGreaterThan(sum('moves'));
  },
);
