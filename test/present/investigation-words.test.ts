import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../src/analysis/investigation/lines.ts';
import { DEFAULTS } from '../../src/analysis/investigation/params.ts';
import { type Harm, type HarmTag, type Refutation, refutationOf } from '../../src/analysis/investigation/refutation.ts';
import { type Temptation, temptationOf } from '../../src/analysis/investigation/temptation.ts';
import { tagsOf } from '../../src/analysis/tags/tags.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Outcome } from '../../src/chess/history.ts';
import type { Position } from '../../src/chess/position.ts';
import { mirror, mirrorUci } from '../../src/chess/position.ts';
import { cp, flipScore, mate, type Score } from '../../src/chess/score.ts';
import { ENGLISH_VOICE } from '../../src/present/catalogue/catalogue.ts';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import { harmWords, investigationWords } from '../../src/present/investigation-words.ts';
import { gameOf, investigated, look, twoFaced } from '../analysis/investigation/two-faced.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';

/** A position and a move in it, and the same on the mirrored board. */
const both = (fen: string, line: readonly string[]) => {
  const position = positionOf(fen);
  return [stepsOf(position, line), stepsOf(mirror(position), line.map(mirrorUci))] as const;
};

const LURES: [what: string, fen: string, uci: string, lure: Partial<Temptation>][] = [
  ['a new queen', '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1', 'e7e8q', { kind: 'promotion', role: 'queen' }],
  ['a free pawn', '4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1', 'c3d5', { kind: 'capture', role: 'pawn', gain: 1 }],
  ['a pawn taken in passing', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', { kind: 'capture', role: 'pawn', gain: 1 }],
  // The Elephant trap (Queen's Gambit Declined): the knight that guards d5 is pinned, or seems to be.
  [
    'a pawn whose guard is pinned',
    'r1bqkb1r/pppn1ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 6',
    'c3d5',
    { kind: 'capture', role: 'pawn' },
  ],
  [
    'the queen for a piece',
    'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5',
    'g4d1',
    { kind: 'capture', role: 'queen', gain: 6 },
  ],
  ['the way out of check', '4r1k1/8/8/8/8/8/3P1P2/3QKB2 w - - 0 1', 'f1e2', { kind: 'escape' }],
  ['a fork', 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1', 'd5c7', { kind: 'tactic', name: 'tactic.fork' }],
  ['a threat of mate', '6k1/5ppp/8/8/8/8/4Q3/4K3 w - - 0 1', 'e2e5', { kind: 'mate-threat' }],
  ['an even trade', '4k3/8/5n2/3n4/8/2N5/8/4K3 w - - 0 1', 'c3d5', { kind: 'trade' }],
  ['an attack', '4k3/8/8/2r5/8/8/1P4K1/8 w - - 0 1', 'b2b4', { kind: 'attack', role: 'rook', square: 'c5' }],
  ['a rescue', '4k3/8/8/8/2p5/3N4/8/4K3 w - - 0 1', 'd3f2', { kind: 'rescue', role: 'knight', square: 'd3' }],
  ['castling', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', { kind: 'castling' }],
  ['a check', '7k/8/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8', { kind: 'check' }],
  [
    'development',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'g1f3',
    { kind: 'development', role: 'knight' },
  ],
  ['an offer', '4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1', 'd3e5', { kind: 'offer' }],
  ['nothing in particular', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e2e3', { kind: 'plain' }],
];

describe('why a move looks good', () => {
  it.each(LURES)('%s', (_, fen, uci, lure) => {
    const [own, mirrored] = both(fen, [uci]);
    if (!own[0] || !mirrored[0]) throw new Error(`${uci} is not legal`);
    expect(temptationOf(own[0])).toMatchObject(lure);
    expect(temptationOf(mirrored[0]).kind).toBe(lure.kind);
  });
});

interface Case {
  fen: string;
  line: string[];
  /** At a glance; a pawn more than it is worth, if nothing is said. */
  shallow?: Score;
  deep: Score;
  best: Score;
  ending?: Outcome;
  fate: Partial<Refutation>;
}

const FATES: [what: string, Case][] = [
  [
    'mate at once',
    {
      fen: 'r1bqkbnr/pp1npppp/2p5/8/3PN3/8/PPP1QPPP/R1B1KBNR b KQkq - 3 5',
      line: ['g8f6', 'e4d6'],
      deep: mate(1),
      best: cp(35),
      fate: { kind: 'mated', moves: 1 },
    },
  ],
  [
    // Légal's mate, as Kermeur de Légal played it: the queen is bait.
    'mate in two',
    {
      fen: 'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5',
      line: ['g4d1', 'c4f7', 'e8e7', 'c3d5'],
      deep: mate(2),
      best: cp(-280),
      fate: { kind: 'mated', moves: 2 },
    },
  ],
  [
    // The Elephant trap: Black gives the queen and gets it back with a piece.
    'a piece',
    {
      fen: 'r1bqkb1r/pppn1ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 6',
      line: ['c3d5', 'f6d5', 'g5d8', 'f8b4', 'd1d2', 'b4d2', 'e1d2', 'e8d8'],
      deep: cp(-360),
      best: cp(54),
      fate: { kind: 'material', lost: ['knight'], won: ['pawn'] },
    },
  ],
  [
    'a pawn: behind the end of the line the king takes back',
    {
      fen: '3q4/8/4k3/8/3P4/8/8/3QK3 w - - 0 1',
      line: ['d4d5', 'd8d5', 'd1d5'],
      deep: cp(-100),
      best: cp(100),
      fate: { kind: 'material', lost: ['pawn'], won: [] },
    },
  ],
  [
    'a mate that is missed',
    {
      fen: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1',
      line: ['a1a7', 'g7g6'],
      deep: cp(400),
      best: mate(1),
      fate: { kind: 'mate-missed', moves: 1 },
    },
  ],
  [
    'less than there was',
    {
      fen: '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1',
      line: ['a1b1', 'e8e7'],
      deep: cp(300),
      best: cp(900),
      fate: { kind: 'weaker' },
    },
  ],
  [
    'hardly anything',
    {
      fen: '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1',
      line: ['a1b1', 'e8e7'],
      deep: cp(30),
      best: cp(40),
      fate: { kind: 'near' },
    },
  ],
  [
    // White has no queen to lose: it is Black who gets one.
    'a pawn that gets through',
    {
      fen: '8/8/8/8/8/k7/1p6/4K2R w - - 0 1',
      line: ['e1d1', 'b2b1q', 'd1d2', 'b1h1'],
      deep: cp(-900),
      best: cp(0),
      fate: { kind: 'promotion', san: 'b1=Q+' },
    },
  ],
  [
    // A mate in eighteen is no reason that anybody sees; the rook is.
    'a rook, long before mate',
    {
      fen: '3k4/8/r7/3KP3/8/8/8/7R b - - 0 1',
      line: ['a6a8', 'h1h8', 'd8c7', 'h8a8'],
      deep: mate(18),
      best: cp(0),
      fate: { kind: 'material', lost: ['rook'] },
    },
  ],
  [
    'stalemate',
    {
      fen: '7k/5Q2/8/8/8/8/8/K7 w - - 0 1',
      line: ['f7g6'],
      deep: cp(0),
      best: mate(5),
      ending: 'stalemate',
      fate: { kind: 'ends', ending: 'stalemate', byAnswer: false },
    },
  ],
  [
    'a promise that is not kept',
    {
      fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
      line: ['e2e4', 'e8e7'],
      shallow: cp(200),
      deep: cp(20),
      best: cp(150),
      fate: { kind: 'fizzles', ahead: true },
    },
  ],
  [
    'a fork',
    {
      fen: '4k3/8/8/8/1n6/8/7P/R3K3 w - - 0 1',
      line: ['h2h3', 'b4c2'],
      deep: cp(-300),
      best: cp(200),
      fate: { kind: 'tactic', name: 'tactic.fork' },
    },
  ],
  [
    'a knight that is guarded no more',
    {
      fen: '3rk3/8/8/8/8/2b5/3N4/4K3 w - - 0 1',
      line: ['e1e2', 'd8d2'],
      deep: cp(-300),
      best: cp(100),
      fate: { kind: 'material', lost: ['knight'] },
    },
  ],
  [
    'a king in the open',
    {
      fen: 'r2qk2r/8/8/8/8/8/5PPP/3R1RK1 w - - 0 1',
      line: ['g2g4', 'd8g5', 'h2h3', 'e8e7'],
      deep: cp(-200),
      best: cp(200),
      fate: { kind: 'position' },
    },
  ],
];

describe('why a move is wrong', () => {
  it.each(FATES)('%s', (_, { fen, line, shallow = cp(0), deep, best, ending = null, fate }) => {
    const [own, mirrored] = both(fen, line);
    expect(own).toHaveLength(line.length);
    expect(refutationOf({ steps: own, shallow, deep, best, ending })).toMatchObject(fate);
    const turned = { shallow: flipScore(shallow), deep: flipScore(deep), best: flipScore(best) };
    expect(refutationOf({ steps: mirrored, ...turned, ending }).kind).toBe(fate.kind);
  });
});

const HARMS: readonly Harm[] = [
  ...(['pieces.trapped', 'king.center', 'king.attackers', 'king.file.open', 'pawns.passed.protected'] as const),
  ...(['pawns.passed', 'lines.rook.seventh', 'king.shield.missing', 'pieces.outpost', 'pawns.isolated'] as const),
  ...(['pawns.doubled', 'pawns.backward', 'pieces.bishops', 'center.space', 'pieces.mobility'] as const),
];
const harmsIn = (position: Position): HarmTag[] =>
  tagsOf(position).flatMap(tag => HARMS.flatMap(name => (name === tag.name ? [{ ...tag, name }] : [])));

describe('what a line leaves behind', () => {
  it.each([
    ['4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1', "White's pawns on the c-file are doubled"],
    ['4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1', "White's pawn on c4 is passed"],
    ['4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1', "White's pawn on c3 is isolated"],
  ])('is a clause: %s', (fen, clause) => {
    const position = positionOf(fen);
    expect(harmsIn(position).map(tag => harmWords(tag, position, ENGLISH_VOICE))).toContain(clause);
  });

  it('leaves no gap in any clause of any language', () => {
    const random = seeded(3);
    const positions = Array.from({ length: 40 }, () => randomGame(100, random).positions.at(-1)).filter(
      p => p !== undefined,
    );
    const told = new Set<string>();
    for (const position of positions)
      for (const tag of harmsIn(position)) {
        told.add(tag.name);
        const [english, german] = [ENGLISH_VOICE, voiceOf('de')].map(voice => harmWords(tag, position, voice));
        expect(english, tag.name).toMatch(
          /^(White|Black|the |no pawn )(?!.*(undefined| {2}|\{|\}|\(\)| ,)).*[a-z0-9)]$/,
        );
        expect(german, tag.name).toMatch(/^(Weiß|Schwarz|d(er|ie) |auf der )(?!.*(undefined| {2}|\{|\})).*\p{L}$/u);
      }
    expect(told.size).toBeGreaterThan(HARMS.length / 2);
  });
});

describe('a few sentences', () => {
  const caro = gameOf('r1bqkbnr/pp1npppp/2p5/8/3PN3/8/PPP1QPPP/R1B1KBNR b KQkq - 3 5');

  it('tell the best move, what looks good, why it is wrong, and who falls for it', async () => {
    const report = await look(caro, {
      shallow: uci => (uci === 'g8f6' ? 200 : uci === 'd7f6' ? 20 : 0),
      deep: uci => (uci === 'g8f6' ? -900 : uci === 'e4d6' ? 900 : uci === 'd7f6' ? 30 : 0),
    });
    const people = { ...report.people, d7f6: 0.11, g8f6: 0.64 };
    expect(investigationWords({ ...report, people })).toEqual([
      'Best is Ndf6 (depth 16: -0.3). 11 % of 1500s play it.',
      // The engine of this test knows no mates, only large numbers.
      expect.stringMatching(
        /^Ngf6 looks natural, developing the knight \(depth 2: -2\.0, 1st\) but .*Nd6#.* \(depth 16: \+9\.0, \d+\w\w\)\. 64 % of 1500s play it\.$/,
      ),
    ]);
    // What nobody plays fools nobody.
    expect(investigationWords({ ...report, people: { ...people, g8f6: 0.002 } })[1]).toBe(
      'What looks better than it is here is hardly ever played.',
    );
    // Without Maia a glance has to stand for people.
    expect(investigationWords({ ...report, people: null })[1]).toMatch(/^Ngf6 .*\)\.$/);
  });

  it('do without Maia where it cannot be asked, and the report says why; other faults are not kept quiet', async () => {
    const ask = (fault: Error) => {
      const { engines } = twoFaced({});
      const broken = { ...engines, predict: () => Promise.reject(fault) };
      return investigated(caro, DEFAULTS, broken);
    };
    const report = await ask(new Fault('model-missing', 'The model is not here.'));
    expect(report).toMatchObject({ people: null, model: null, problem: 'The model is not here.' });
    expect(investigationWords(report)[0]).toBe(
      'a5, Rb8, b5 and 21 more are about equally good, and the best (depth 16: 0.0).',
    );
    await expect(ask(new Fault('cancelled', 'Cancelled.'))).rejects.toMatchObject({ code: 'cancelled' });
    await expect(ask(new TypeError('a bug'))).rejects.toThrow('a bug');
  });

  it('say so where a glance and a deep look agree', async () => {
    expect((await look(caro, {})).overestimated).toEqual([]);
    expect(investigationWords(await look(caro, {}))[1]).toBe(
      'Nothing here looks better than it is: depth 2 and depth 16 agree.',
    );
  });

  it.each([
    ['R6k/6pp/8/8/8/8/8/7K b - - 0 1', 'White has won by checkmate. There is nothing to investigate.', '1-0'],
    ['7k/5Q2/8/8/8/8/8/7K b - - 0 1', 'Draw by stalemate. There is nothing to investigate.', '1/2-1/2'],
    ['7k/8/8/8/8/8/8/6NK w - - 0 1', 'Draw: neither side can mate. There is nothing to investigate.', '1/2-1/2'],
  ])('are one where the game is over: %s', async (fen, sentence, result) => {
    const report = await look(gameOf(fen), {});
    expect(investigationWords(report)).toEqual([sentence]);
    expect(report).toMatchObject({ deep: null, shallow: null, overestimated: [], people: null });
    expect(report.tree).toEqual({ line: [], branches: [] });
    expect(report.stats.stockfishSearches).toBe(0);
    expect(report.pgn).toContain(`[Result "${result}"]`);
  });

  it('are one where there is one legal move, and its line is still told', async () => {
    const forced = await look(gameOf('k7/8/8/8/8/8/1r6/K7 w - - 0 1'), {});
    expect(investigationWords(forced)).toEqual(['Kxb2 is the only legal move: nobody can be fooled here.']);
    expect(forced.tree.line[0]?.san).toBe('Kxb2');
  });
});
