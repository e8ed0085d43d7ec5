import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Game, gameFrom, playUci } from '../../src/chess/game.ts';
import {
  extendHistory,
  type History,
  historyOf,
  lastPositions,
  type Outcome,
  outcomeOf,
  playMove,
} from '../../src/chess/history.ts';
import { epdOf, fenOf, moveOf, type Position, startPosition } from '../../src/chess/position.ts';
import { positionOf } from '../support/positions.ts';
import { mirrored, playouts, START } from './positions.ts';

const trailOn = (fen: string): History => extendHistory(undefined, positionOf(fen));

const played = (fen: string, moves: string): Game => {
  const game = playUci(positionOf(fen), moves.split(' '));
  if (!game) throw new Error(`${moves} cannot be played from ${fen}`);
  return game;
};

/** The histories of a game, one a position. */
const trailsOf = (game: Game): History[] =>
  game.positions.map((_, ply) => historyOf({ positions: game.positions.slice(0, ply + 1), moves: [] }));

/** The half-move with which a game has ended, and how. */
const end = (game: Game): { ply: number; outcome: Outcome | undefined } => {
  const outcomes = trailsOf(game).map(outcomeOf);
  const ply = outcomes.findIndex(outcome => outcome !== undefined);
  return { ply, outcome: outcomes[ply] };
};

const play = (history: History, uci: string): History => {
  const move = moveOf(history.position, uci);
  if (!move) throw new Error(`${uci} is not legal`);
  return playMove(history, move);
};

const thrice = (moves: string): string => [moves, moves, moves].join(' ');
const KNIGHTS_OUT_AND_BACK = 'g1f3 g8f6 f3g1 f6g8';

describe('the outcome of a position alone', () => {
  // FIDE Laws of Chess, 5.1.1, 5.2.1 and 5.2.2: what ends a game on the board ends it at once, whatever the clock says.
  it.each([
    ['checkmate', "fool's mate", 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'],
    ['checkmate', 'a back-rank mate with the clock at 100', '3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 100 90'],
    ['checkmate', 'a back-rank mate with the clock past 100', '3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 120 90'],
    ['stalemate', 'a king in the corner', '7k/5Q2/6K1/8/8/8/8/8 b - - 3 60'],
    ['stalemate', 'a king in the corner with the clock at 100', '7k/5Q2/6K1/8/8/8/8/8 b - - 100 90'],
    ['dead', 'bare kings', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['dead', 'bare kings with the clock at 100', '4k3/8/8/8/8/8/8/4K3 w - - 100 90'],
    [undefined, 'a rook ending with the clock at 99', '4k3/8/8/8/8/8/R7/4K3 w - - 99 90'],
    ['fifty-moves', 'a rook ending with the clock at 100', '4k3/8/8/8/8/8/R7/4K3 w - - 100 90'],
    ['fifty-moves', 'a rook ending with the clock past 100', '4k3/8/8/8/8/8/R7/4K3 b - - 149 90'],
    ['fifty-moves', 'a check that can be answered with the clock at 100', '4k3/8/8/8/8/8/4R3/4K3 b - - 100 90'],
    [undefined, 'the start', START],
  ])('is %s with %s, and with the colours changed', (outcome, _, fen) => {
    expect(outcomeOf(trailOn(fen))).toBe(outcome);
    expect(outcomeOf(extendHistory(undefined, mirrored(positionOf(fen))))).toBe(outcome);
  });
});

describe('the outcome after a move that brings the clock to 100', () => {
  // FIDE Laws of Chess, 9.6.2: mate takes precedence.
  const ROOK_ENDING = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90';
  it.each([
    ['checkmate', 'a mate', ROOK_ENDING, 'd1d8'],
    ['fifty-moves', 'any other move', ROOK_ENDING, 'd1d7'],
    [undefined, 'a pawn move, which sets it back', ROOK_ENDING, 'h2h3'],
    [undefined, 'a capture, which sets it back', '6k1/3p1ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90', 'd1d7'],
    ['stalemate', 'a stalemate', '7k/8/6K1/8/8/8/8/5Q2 w - - 99 90', 'f1f7'],
  ])('is %s by %s', (outcome, _, fen, uci) => {
    expect(outcomeOf(play(trailOn(fen), uci))).toBe(outcome);
  });

  it('is a draw by the clock although the position also stands for the third time', () => {
    // Eight reversible half-moves from 92: both at once.
    const rooks = '4k3/8/8/8/8/8/R7/4K3 w - - 92 90';
    const game = played(rooks, 'a2a3 e8e7 a3a2 e7e8 a2a3 e8e7 a3a2 e7e8');
    expect(end(game)).toEqual({ ply: 8, outcome: 'fifty-moves' });
  });
});

describe('repetition', () => {
  it('ends a game when a position stands for the third time, and not before', () => {
    // The start, the start again after four half-moves, and once more after eight.
    const game = played(START, thrice(KNIGHTS_OUT_AND_BACK));
    expect(trailsOf(game).map(outcomeOf).slice(0, 9)).toEqual([...Array(8).fill(undefined), 'repetition']);
  });

  it('is seen in the position itself, not in the way to it', () => {
    // The knights change places: the same men on the same squares.
    const game = played(
      '4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1',
      'b1c3 e8e7 g1f3 e7e8 c3e2 e8e7 f3d2 e7e8 e2g1 e8e7 d2b1 e7e8 b1c3 e8e7 c3b1 e7e8',
    );
    expect(end(game)).toEqual({ ply: 16, outcome: 'repetition' });
  });

  it('does not count positions with other castling rights', () => {
    // The men stand as at the start for the third time after eight half-moves, but two of them have moved since.
    const game = played('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', thrice('h1g1 h8g8 g1h1 g8h8'));
    const placements = game.positions.map(position => epdOf(position).split(' ')[0]);
    expect(placements.slice(0, 9).filter(placement => placement === placements[8])).toHaveLength(3);
    // Both rooks beside their corners, after 2, 6 and 10.
    expect(end(game)).toEqual({ ply: 10, outcome: 'repetition' });
  });

  const SHUFFLE = thrice('e8f8 e1f1 f8e8 f1e1');
  it.each([
    // The first of the three could capture en passant: another position (FIDE Laws of Chess, 9.2.3.1).
    ['does not count a position where en passant was legal', 10, `4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1`, SHUFFLE],
    ['counts one where no pawn stood ready', 9, '4k3/8/8/8/1p6/8/4P3/4K3 w - - 0 1', SHUFFLE],
    [
      'counts one where the pawn that stood ready was pinned',
      9,
      '3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1',
      thrice('d8c8 e1f1 c8d8 f1e1'),
    ],
  ])('%s: it comes after %i half-moves', (_, ply, fen, moves) => {
    expect(end(played(fen, `e2e4 ${moves}`))).toEqual({ ply, outcome: 'repetition' });
  });

  it.each([
    ['a pawn move', START, 'e2e4', 'g8f6 g1f3 f6g8 f3g1'],
    ['a capture', 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 'e4d5', 'g8f6 g1f3 f6g8 f3g1'],
  ])('counts anew from %s', (_, fen, irreversible, shuffle) => {
    // Twice before, then once after it and twice more.
    const game = played(fen, `${KNIGHTS_OUT_AND_BACK} ${irreversible} ${shuffle} ${shuffle}`);
    expect(end(game)).toEqual({ ply: 13, outcome: 'repetition' });
  });

  it('needs the history: the last position alone, or a part of it, is an ordinary one', () => {
    const game = played(START, `${KNIGHTS_OUT_AND_BACK} ${KNIGHTS_OUT_AND_BACK}`);
    expect(outcomeOf(historyOf(game))).toBe('repetition');
    expect(outcomeOf(historyOf({ positions: game.positions.slice(1), moves: [] }))).toBeUndefined();
    expect(outcomeOf(historyOf({ positions: game.positions.slice(-1), moves: [] }))).toBeUndefined();
  });

  it('of random knight moves is what counting all positions of the game finds', () => {
    // Few squares, so that positions come back often: the knights of either side step out and back.
    const white = ['g1f3 f3g1', 'b1c3 c3b1'];
    const black = ['g8f6 f6g8', 'b8c6 c6b8'];
    const lines = fc.array(fc.nat(1), { minLength: 4, maxLength: 40 });
    let repetitions = 0;
    fc.assert(
      fc.property(lines, picks => {
        let history = extendHistory(undefined, startPosition());
        const seen = [history.epd];
        for (const [ply, pick] of picks.entries()) {
          const [out = '', back = ''] = ((ply % 2 === 0 ? white : black)[pick] ?? '').split(' ');
          history = play(history, moveOf(history.position, out) ? out : back);
          seen.push(epdOf(history.position));
          const third = seen.filter(epd => epd === seen.at(-1)).length >= 3;
          if (third) repetitions++;
          expect(outcomeOf(history)).toBe(third ? 'repetition' : undefined);
        }
      }),
      { numRuns: 100 },
    );
    expect(repetitions).toBeGreaterThan(0);
  });
});

describe('a history', () => {
  const fens = (positions: readonly Position[]) => positions.map(fenOf);

  it('of a game is the one that comes of playing it', () => {
    fc.assert(
      fc.property(playouts, game => {
        const [start = startPosition()] = game.positions;
        const walked = game.moves.reduce(playMove, extendHistory(undefined, start));
        const whole = historyOf(game);
        const length = game.positions.length;
        expect(fens(lastPositions(whole, length))).toEqual(fens(game.positions));
        expect(fens(lastPositions(walked, length))).toEqual(fens(game.positions));
        expect(whole.epd).toBe(epdOf(whole.position));
        expect(walked.epd).toBe(whole.epd);
        expect(outcomeOf(walked)).toBe(outcomeOf(whole));
      }),
      { numRuns: 40 },
    );
  });

  it('of a start is one position, and of nothing there is none', () => {
    const history = historyOf(gameFrom());
    expect([fenOf(history.position), history.before]).toEqual([START, undefined]);
    expect(() => historyOf({ positions: [], moves: [] })).toThrow(RangeError);
  });

  it('gives its last positions, oldest first, and no more than there are', () => {
    const game = played(START, 'e2e4 e7e5 g1f3');
    const history = historyOf(game);
    for (const count of [1, 2, 3, 4, 5, 8])
      expect(fens(lastPositions(history, count))).toEqual(fens(game.positions.slice(-count)));
    expect(lastPositions(history, 0)).toEqual([]);
  });

  it('that parts in two shares its past, and neither half disturbs the other', () => {
    const past = historyOf(played(START, `${KNIGHTS_OUT_AND_BACK} g1f3 g8f6 f3g1`));
    const [repeats, parts] = [play(past, 'f6g8'), play(past, 'f6d5')];
    expect(repeats.before).toBe(past);
    expect(parts.before).toBe(past);
    expect([outcomeOf(repeats), outcomeOf(parts), outcomeOf(past)]).toEqual(['repetition', undefined, undefined]);
    expect(lastPositions(past, 100)).toHaveLength(8);
    expect(lastPositions(repeats, 9).slice(0, 8)).toEqual(lastPositions(parts, 9).slice(0, 8));
  });
});
