import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { current } from '../../src/chess/game.ts';
import { fenOf } from '../../src/chess/position.ts';
import { LichessClient } from '../../src/lichess/client.ts';
import { fetchPuzzle } from '../../src/lichess/export.ts';
import { fetchLink, gameOf } from '../../src/lichess/find.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer } from '../support/lichess/mishaps.ts';
import { lichessPuzzle } from '../support/lichess/puzzle.ts';
import { startLichess } from '../support/lichess/start.ts';

let lichess: Loopback;
let client: LichessClient;
beforeEach(async () => {
  lichess = await startLichess();
  client = new LichessClient({ url: lichess.url, userAgent: 'test' });
});
afterEach(() => client.close());

const contracts = process.env.KIBITZ_CONTRACTS;
if (!contracts)
  console.log('skipped: KIBITZ_CONTRACTS is not set, so puzzles are not compared with lichess-openapi.json');

describe('a puzzle', () => {
  it('is a position with the moves that led to it, to be solved by whoever is to move', async () => {
    // The last half-move, the third, is the mistake that is to be used.
    lichess.puzzles.set('K69di', lichessPuzzle('f3 e5 g4', 2));
    expect(await fetchPuzzle(client, 'K69di')).toEqual({ moves: 'f3 e5 g4', game: 'AHGPPS44' });
    const found = await fetchLink({ kind: 'puzzle', id: 'K69di' }, { lichess: client });
    expect(found).toMatchObject({ kind: 'puzzle', side: 'black', origin: `${lichess.url}/AHGPPS44` });
    expect(() => gameOf(found)).toThrow(
      `game: this is a puzzle; give the game that it is from instead, ${lichess.url}/AHGPPS44.`,
    );
  });

  it.skipIf(!contracts)('is the one that is drawn for whoever solves it', async () => {
    const api = JSON.parse(readFileSync(join(contracts ?? '', 'lichess-openapi.json'), 'utf8'));
    const { value } = api.components.examples['puzzles-getPuzzleById.json'] as { value: { puzzle: { fen: string } } };
    lichess.puzzles.set('PSjmf', JSON.stringify(value));
    const found = await fetchLink({ kind: 'puzzle', id: 'PSjmf' }, { lichess: client });
    if (found.kind !== 'puzzle') throw new Error(found.kind);
    const board = (fen: string) => fen.split(' ').slice(0, 4);
    expect(board(fenOf(current(found.game)))).toEqual(board(value.puzzle.fen));
  });

  it('may have more moves than are needed', async () => {
    lichess.puzzles.set('K69di', lichessPuzzle('f3 e5 g4 Qh4#', 2));
    expect((await fetchPuzzle(client, 'K69di')).moves).toBe('f3 e5 g4');
  });

  it('that does not exist gets its own answer', async () => {
    await expect(fetchPuzzle(client, 'nosuc')).rejects.toMatchObject({
      code: 'bad-input',
      message: `link: there is no puzzle at ${lichess.url}/training/nosuc; check the address.`,
    });
  });

  it.each([
    ['', 'sent a puzzle that Kibitz does not understand (all of it: '],
    ['{"game":{"id":"AHGPPS44","pgn":"e4"}}', 'a puzzle that Kibitz does not understand (puzzle: '],
    [lichessPuzzle('e4', -1), 'a puzzle that Kibitz does not understand (puzzle.initialPly: '],
    [lichessPuzzle('f3 e5', 2), 'sent a puzzle whose game is too short; try again later.'],
  ])('is not made up: %s', async (body, sentence) => {
    lichess.mishaps.push(answer(200, body));
    await expect(fetchPuzzle(client, 'K69di')).rejects.toMatchObject({
      code: 'lichess-failed',
      message: expect.stringContaining(sentence),
    });
  });
});
