/**
 * A puzzle as Lichess describes it: the half-move of that number, counted from 0, is the last before it is to be
 * solved.
 */
export const lichessPuzzle = (pgn: string, initialPly: number): string =>
  JSON.stringify({
    game: { id: 'AHGPPS44', perf: { key: 'blitz', name: 'Blitz' }, rated: true, players: [], pgn, clock: '3+0' },
    puzzle: { id: 'K69di', rating: 1500, plays: 837, solution: ['h5e5'], themes: ['short'], initialPly },
  });
