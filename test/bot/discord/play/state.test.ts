import { describe, expect, it } from 'vitest';
import {
  agreedDraw,
  gameOf,
  isMaiasTurn,
  isPlayersTurn,
  newGame,
  type PlayState,
  playedGame,
  readState,
  resigned,
  resultFor,
  takenBack,
  withMove,
} from '../../../../src/bot/discord/play/state.ts';
import { legalMoves, type Position } from '../../../../src/chess/position.ts';
import { seeded } from '../../../support/positions.ts';

const white = newGame({ color: 'white', rating: 1500, name: 'anna' });
const black = newGame({ color: 'black', rating: 1500, name: 'anna' });
const played = (state: PlayState, moves: string): PlayState => moves.split(' ').reduce(withMove, state);

describe('whose turn it is', () => {
  it('changes with every move, and is nobody’s in the end', () => {
    expect([isPlayersTurn(white), isMaiasTurn(white), isPlayersTurn(black), isMaiasTurn(black)]).toEqual([
      ...[true, false, false, true],
    ]);
    const moved = played(white, 'e2e4');
    expect([isPlayersTurn(moved), isMaiasTurn(moved)]).toEqual([false, true]);
    const over = resigned(white);
    expect([isPlayersTurn(over), isMaiasTurn(over)]).toEqual([false, false]);
  });
});

describe('a game ends', () => {
  it.each([
    ['with mate', played(white, 'f2f3 e7e5 g2g4 d8h4'), { result: '0-1', by: 'checkmate' }, 'lost'],
    ['with mate for the player', played(black, 'f2f3 e7e5 g2g4 d8h4'), { result: '0-1', by: 'checkmate' }, 'won'],
    [
      'with a repetition',
      played(white, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'),
      { result: '1/2-1/2', by: 'repetition' },
      'drawn',
    ],
    [
      'with stalemate', // Sam Loyd's, in ten moves: https://en.wikipedia.org/wiki/Stalemate
      played(white, 'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6'),
      { result: '1/2-1/2', by: 'stalemate' },
      'drawn',
    ],
    ['when the player resigns', resigned(black), { result: '1-0', by: 'resignation' }, 'lost'],
    ['when both agree', agreedDraw(white), { result: '1/2-1/2', by: 'agreement' }, 'drawn'],
  ] as const)('%s', (_, state, end, what) => {
    expect(state.end).toEqual(end);
    expect(resultFor(state.color, end.result)).toBe(what);
  });

  it('at the latest after 300 moves', () => {
    const random = seeded(5);
    let state = white;
    while (!state.end) {
      const legal = legalMoves(gameOf(state).positions.at(-1) as Position);
      const quiet = legal[Math.floor(random() * legal.length)];
      if (quiet) state = withMove(state, quiet.uci);
    }
    expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
    expect(state.moves.length).toBeLessThanOrEqual(600);
  });
});

describe('taking back', () => {
  it('goes to before the player’s last move, whoever’s turn it is', () => {
    expect(takenBack(played(white, 'e2e4 e7e5 g1f3 b8c6'))?.moves).toEqual(['e2e4', 'e7e5']);
    expect(takenBack(played(white, 'e2e4 e7e5 g1f3'))?.moves).toEqual(['e2e4', 'e7e5']);
    expect(takenBack(played(black, 'e2e4 e7e5 g1f3'))?.moves).toEqual(['e2e4']);
  });

  it('goes nowhere before the player’s first move', () => {
    expect([white, black, played(black, 'e2e4')].map(takenBack)).toEqual([undefined, undefined, undefined]);
    expect(takenBack(played(white, 'e2e4'))?.moves).toEqual([]);
  });
});

describe('a stored game', () => {
  it.each([
    ['nothing', undefined],
    ['something else', { color: 'white' }],
    ['moves that are none', { ...white, moves: ['e2e5'] }],
    ['another rating', { ...white, rating: 9000 }],
  ])('that is %s is not read', (_, state) => {
    expect(readState(state)).toBeUndefined();
  });
});

describe('a finished game as a PGN', () => {
  it('says who played, how strong Maia was, and how it ended', () => {
    const state = { ...played(white, 'f2f3 e7e5 g2g4 d8h4'), name: 'a "b" @everyone' };
    const { pgn } = playedGame(state, Date.UTC(2026, 10, 17));
    expect(pgn).toBe(`[Event "Against Maia"]
[Site "Discord"]
[Date "2026.11.17"]
[Round "?"]
[White "a \\"b\\" @everyone"]
[Black "Maia"]
[Result "0-1"]
[BlackElo "1500"]

1. f3 e5 2. g4 Qh4# 0-1
`);
  });
});
