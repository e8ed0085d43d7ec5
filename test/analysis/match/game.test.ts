import { describe, expect, it } from 'vitest';
import type { Engines } from '../../../src/analysis/engines.ts';
import { playMatchGame } from '../../../src/analysis/match/game.ts';
import { MATCH_OPENINGS, pairings } from '../../../src/analysis/match/pairings.ts';
import { MATCH_DEFAULTS, type MatchGameParams } from '../../../src/analysis/match/params.ts';
import { gameFrom, playUci } from '../../../src/chess/game.ts';
import { legalMoves, type Position, startPosition } from '../../../src/chess/position.ts';
import { parseGame } from '../../../src/input/moves.ts';

const params: MatchGameParams = {
  ...{ maia: 'white', rating: 1500, opponentRating: 1500, temperature: 1, topP: 1, seed: 1, elo: 1500 },
  limit: { kind: 'nodes', nodes: MATCH_DEFAULTS.nodes },
};

/** Two who move as they are told; Stockfish takes the last of all moves if nothing is said. */
function engines(
  maia: (position: Position) => string | undefined,
  stockfish?: (position: Position) => string,
): Engines {
  const last = (position: Position) => legalMoves(position).at(-1)?.uci ?? '';
  return {
    model: 'fake',
    allRatings: true,
    width: 1,
    search: async position => ({
      ...{ engine: 'Fakefish', depth: 1, nodes: 1, lines: [], ms: 1, cached: false },
      chosen: (stockfish ?? last)(position),
    }),
    predict: async ({ history }) => {
      const position = history.at(-1) as Position;
      const move = maia(position);
      const logits = legalMoves(position).map(({ uci }) => (move === undefined || uci === move ? 0 : -100));
      return { logits, wdl: { win: 0.3, draw: 0.4, loss: 0.3 }, cached: false };
    },
  };
}

describe('a game of a match', () => {
  it('ends with mate, for whoever gives it', async () => {
    const fools = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
    const inTurn = (position: Position) =>
      fools[(position.fullmoves - 1) * 2 + (position.turn === 'white' ? 0 : 1)] ?? '';
    const asWhite = await playMatchGame(gameFrom(), params, engines(inTurn, inTurn));
    expect(asWhite).toMatchObject({ moves: fools, result: '0-1', by: 'checkmate', maia: 'white', engine: 'Fakefish' });
    const asBlack = await playMatchGame(gameFrom(), { ...params, maia: 'black' }, engines(inTurn, inTurn));
    expect(asBlack).toMatchObject({ moves: fools, result: '0-1', maia: 'black' });
  });

  it('ends when a position comes for the third time, and when there is nothing left to mate with', async () => {
    const knights: Record<string, string> = { white: 'g1f3', black: 'g8f6' };
    const back: Record<string, string> = { white: 'f3g1', black: 'f6g8' };
    const hop = (position: Position) => (position.fullmoves % 2 === 1 ? knights : back)[position.turn] ?? '';
    const repeated = await playMatchGame(gameFrom(), params, engines(hop, hop));
    expect(repeated).toMatchObject({ result: '1/2-1/2', by: 'repetition' });
    expect(repeated.moves).toHaveLength(8);
    const bare = parseGame('8/8/4k3/8/8/3q4/4K3/8 w - - 0 1');
    if (!bare.ok) throw new Error(bare.message);
    expect(
      await playMatchGame(
        bare.value,
        params,
        engines(() => 'e2d3'),
      ),
    ).toMatchObject({ result: '1/2-1/2', by: 'dead', moves: ['e2d3'] });
  });

  it('is the same again with the same seed, and another with another', async () => {
    const play = async (seed: number) =>
      (
        await playMatchGame(
          gameFrom(),
          { ...params, seed },
          engines(() => undefined),
        )
      ).moves;
    expect(await play(1)).toEqual(await play(1));
    expect(await play(2)).not.toEqual(await play(1));
  });

  it('has legal moves only, and an end', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const { moves, by } = await playMatchGame(
        gameFrom(),
        { ...params, seed },
        engines(() => undefined),
      );
      expect(playUci(startPosition(), moves)).toBeDefined();
      expect(moves.length).toBeLessThanOrEqual(300);
      if (moves.length === 300) expect(by).toBe('length');
    }
  });
});

describe('the games of a match', () => {
  it('alternate colours, White first, and give each opening to both sides', () => {
    const games = pairings({ games: 6, elos: [1500, 2000] });
    expect(games).toHaveLength(12);
    expect(games.slice(0, 6).map(({ maia }) => maia)).toEqual(['white', 'black', 'white', 'black', 'white', 'black']);
    expect(games[0]?.opening).toBe(games[1]?.opening);
    expect(games[2]?.opening).not.toBe(games[1]?.opening);
    expect(games[6]).toMatchObject({ elo: 2000, number: 1, maia: 'white', opening: games[0]?.opening });
  });

  it('begin with moves that can be played, each a game of its own', () => {
    const played = MATCH_OPENINGS.map(({ moves }) => playUci(startPosition(), moves.split(' ')));
    expect(played.every(game => game !== undefined)).toBe(true);
    expect(new Set(MATCH_OPENINGS.map(({ moves }) => moves)).size).toBe(MATCH_OPENINGS.length);
  });
});
