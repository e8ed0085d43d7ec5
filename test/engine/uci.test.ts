import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cp, mate } from '../../src/chess/score.ts';
import { collectLines, makeGo, parseUciLine, type UciInfo } from '../../src/engine/uci.ts';

const infoOf = (line: string): UciInfo => {
  const parsed = parseUciLine(line);
  if (parsed.kind !== 'info') throw new Error(`no info: ${line}`);
  return parsed.info;
};

// What Stockfish 19 (WASM) says, in its own words.
const TWO_LINES = [
  'info string NNUE evaluation using nn-61e7af4bb97d.nnue (1MiB, (768, 1024, 32, 32, 1))',
  'info depth 7 seldepth 9 multipv 1 score cp -608 wdl 0 0 1000 nodes 1422 nps 64636 hashfull 0 time 22 pv g7g5 f2f3 g8h8',
  'info depth 7 seldepth 9 multipv 2 score cp -637 wdl 0 0 1000 nodes 1422 nps 64636 hashfull 0 time 22 pv g7g6 f2f3 g6g5',
  'info depth 8 seldepth 10 multipv 1 score cp -608 wdl 0 0 1000 nodes 2292 nps 79034 hashfull 0 time 29 pv h7h5 a1b1',
  'info depth 8 seldepth 10 multipv 2 score cp -618 wdl 0 0 1000 nodes 2292 nps 79034 hashfull 0 time 29 pv g7g5 a1a8',
];

describe('a line of UCI', () => {
  it.each([
    ['id name Stockfish 19 Lite WASM', { kind: 'name', name: 'Stockfish 19 Lite WASM' }],
    [
      'option name Hash type spin default 16 min 1 max 33554432',
      { kind: 'option', name: 'Hash', range: { min: 1, max: 33554432 } },
    ],
    ['option name Clear Hash type button', { kind: 'option', name: 'Clear Hash' }],
    ['  bestmove h7h5 ponder a1b1\r', { kind: 'bestmove', move: 'h7h5' }],
    ['bestmove a7a8q', { kind: 'bestmove', move: 'a7a8q' }],
    ['bestmove (none)', { kind: 'bestmove', move: undefined }],
    ['bestmove', { kind: 'bestmove', move: undefined }],
  ])('"%s" is understood', (line, parsed) => {
    expect(parseUciLine(line)).toEqual(parsed);
  });

  it.each([
    '',
    'Stockfish 19 Lite WASM by the Stockfish developers (see AUTHORS file)',
    'id',
    'id version 3',
    'id author the Stockfish developers',
    'uciok',
    'readyok',
    'option name Broken',
    'info string depth 3 score cp 5 pv e2e4',
    'info depth 12 currmove e2e4 currmovenumber 1',
    'info depth 3 score cp',
    'info depth 3 score cp abc pv e2e4',
    'info depth 3 score cp 1.5 pv e2e4',
    'info depth 3 score furlongs 4 pv e2e4',
    'info depth x score cp 5 pv e2e4',
    'info depth -1 score cp 5 pv e2e4',
    'info nodes score cp 5',
    'UCIOK',
  ])('"%s" says nothing we need', line => {
    expect(parseUciLine(line)).toEqual({ kind: 'other' });
  });

  it('of information is taken apart', () => {
    expect(
      infoOf('info depth 14 seldepth 21 multipv 2 score cp 34 wdl 68 927 5 nodes 65662 time 166 pv e2e4 e7e5'),
    ).toEqual({
      depth: 14,
      multipv: 2,
      nodes: 65662,
      score: cp(34),
      bound: false,
      wdl: { win: 68, draw: 927, loss: 5 },
      pv: ['e2e4', 'e7e5'],
    });
  });

  it.each([
    ['a bound from below', 'info depth 9 score cp 31 lowerbound nodes 77 pv e2e4', { bound: true, score: cp(31) }],
    ['a bound from above', 'info depth 9 score cp 31 upperbound nodes 77 pv e2e4', { bound: true, score: cp(31) }],
    ['a mate', 'info depth 9 score mate 3 nodes 77 pv e2e4', { bound: false, score: mate(3) }],
    ['being mated', 'info depth 9 score mate -2 nodes 77 pv e2e4', { score: mate(-2) }],
    ['having been mated', 'info depth 0 score mate 0', { depth: 0, score: mate(-1), pv: [] }],
    ['no rank', 'info depth 9 score cp 3 nodes 77 pv e2e4', { multipv: 1 }],
    [
      'a forecast that does not sum up',
      'info depth 9 score cp 3 wdl 1 2 3 nodes 77 pv e2e4',
      { wdl: undefined, nodes: 77 },
    ],
    ['half a forecast', 'info depth 9 score cp 3 wdl 500 500', { wdl: undefined }],
    ['a broken move', 'info depth 9 score cp 3 pv e2e4 (none) a7a8q z9z9', { pv: ['e2e4', 'a7a8q'] }],
    ['a word that means something elsewhere', 'info depth 9 score cp 3 pv e2e4 depth 99', { depth: 9, pv: ['e2e4'] }],
  ])('of information may have %s', (_, line, parts) => {
    expect(infoOf(line)).toMatchObject(parts);
  });

  it('never throws, and what it understands is well-formed', () => {
    const words = fc.constantFrom(
      ...'id name option type info depth multipv nodes score cp mate wdl lowerbound string pv bestmove e2e4 -3 0 7 1000 x'.split(
        ' ',
      ),
    );
    const lines = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 20 }).map(list => list.join(' ')),
      fc.array(words, { maxLength: 20 }).map(list => `info score cp 5 ${list.join(' ')}`),
    );
    fc.assert(
      fc.property(lines, line => {
        const parsed = parseUciLine(line);
        if (parsed.kind !== 'info') return;
        const { depth, multipv, nodes, wdl, pv } = parsed.info;
        for (const count of [depth, multipv, nodes]) expect(Number.isInteger(count) && count >= 0).toBe(true);
        if (wdl) expect(wdl.win + wdl.draw + wdl.loss).toBe(1000);
        for (const move of pv) expect(move).toMatch(/^[a-h][1-8][a-h][1-8][qrbn]?$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('go', () => {
  it('names the limit first and the moves last', () => {
    expect(makeGo({ kind: 'depth', depth: 12 })).toBe('go depth 12');
    expect(makeGo({ kind: 'nodes', nodes: 5000 }, [])).toBe('go nodes 5000');
    expect(makeGo({ kind: 'nodes', nodes: 5000 }, ['e2e4', 'd2d4'])).toBe('go nodes 5000 searchmoves e2e4 d2d4');
  });
});

describe('the lines of a search', () => {
  const infos = (lines: readonly string[]) =>
    lines.map(parseUciLine).flatMap(parsed => (parsed.kind === 'info' ? [parsed.info] : []));

  it('are the last of each rank, from the side of White', () => {
    // Black is to move and six pawns down.
    expect(collectLines(infos(TWO_LINES), 'black')).toEqual([
      { depth: 8, score: cp(608), wdl: { win: 1000, draw: 0, loss: 0 }, uci: ['h7h5', 'a1b1'] },
      { depth: 8, score: cp(618), wdl: { win: 1000, draw: 0, loss: 0 }, uci: ['g7g5', 'a1a8'] },
    ]);
    expect(collectLines(infos(TWO_LINES), 'white')[0]).toMatchObject({
      score: cp(-608),
      wdl: { win: 0, draw: 0, loss: 1000 },
    });
  });

  it('come in the order of their ranks, however they were said', () => {
    const said = infos(['info depth 1 multipv 2 score cp 1 pv a2a3', 'info depth 1 multipv 1 score cp 9 pv e2e4']);
    expect(collectLines(said, 'white').map(({ uci }) => uci)).toEqual([['e2e4'], ['a2a3']]);
  });

  it('are exact where anything exact was said', () => {
    const exact = 'info depth 8 score cp 20 pv e2e4';
    const bound = 'info depth 9 score cp 45 lowerbound pv d2d4';
    const better = 'info depth 9 score cp 31 pv c2c4';
    expect(collectLines(infos([exact, bound]), 'white')).toEqual([{ depth: 8, score: cp(20), uci: ['e2e4'] }]);
    expect(collectLines(infos([bound]), 'white')).toEqual([{ depth: 9, score: cp(45), uci: ['d2d4'] }]);
    expect(collectLines(infos([bound, better]), 'white')).toEqual([{ depth: 9, score: cp(31), uci: ['c2c4'] }]);
  });

  it('leave out what has no moves', () => {
    expect(collectLines(infos(['info depth 0 score mate 0']), 'black')).toEqual([]);
    expect(collectLines([], 'white')).toEqual([]);
  });
});
