import { emptyHeaders, parsePgn as parseChessops } from 'chessops/pgn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewReport } from '../../src/analysis/review/report.ts';
import { makeTree } from '../../src/chess/pgn/make.ts';
import type { Position } from '../../src/chess/position.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { type PgnGame, parsePgn } from '../../src/input/pgn.ts';
import { annotate, annotatedPgn } from '../../src/present/annotated-pgn.ts';
import { hostile, outline, tagsOf, treeOf } from '../chess/pgn/trees.ts';
import { playouts } from '../chess/positions.ts';
import { seeded } from '../support/positions.ts';
import { bestIn, decorated, everyMove, lostIn, playedBy, randomReview, reviewOf, type Said } from './annotations.ts';

function read(text: string): PgnGame {
  const pgn = parsePgn(text);
  if (!pgn.ok) throw new Error(pgn.message);
  return pgn.value;
}

/** What is said of half-moves, and of the game. */
type Findings = Record<number, Said & { line?: string }>;

function annotated(text: string, findings: Findings = {}, more: Partial<ReviewReport> = {}) {
  const { game, tree } = read(text);
  const said = Object.fromEntries(
    Object.entries(findings).map(([ply, { line, ...rest }]) => [
      ply,
      line === undefined ? rest : { ...rest, best: bestIn(game.positions[Number(ply) - 1] as Position, line) },
    ]),
  );
  return annotate(tree, reviewOf(game, said, more));
}

const outlined = (...args: Parameters<typeof annotated>): string => outline({ tree: annotated(...args) });

describe('the moves of an annotated game', () => {
  it.each<[string, string, Findings, string]>([
    ['scores', 'e4 e5', { 1: { score: cp(17) }, 2: { score: mate(-3) } }, 'e4 «[%eval 0.17]» e5 «[%eval #-3]»'],
    ['no score where there is none', 'e4 {[%eval 0.3]} e5', {}, 'e4 «[%eval 0.3]» e5'],
    [
      'scores in the place of old ones, clocks and words kept',
      'e4 {good [%eval 0.3,20] [%clk 0:05:00] [%csl Ge4]}',
      { 1: { score: cp(-5) } },
      'e4 «good [%eval -0.05] [%clk 0:05:00] [%csl Ge4]»',
    ],
    ['an old score that is the same', 'e4 {[%eval 0.3,20]}', { 1: { score: cp(30) } }, 'e4 «[%eval 0.3,20]»'],
    ['a clock of chess.com', 'e4 {[%clk 0:02:59.9]}', { 1: { score: cp(30) } }, 'e4 «[%eval 0.30] [%clk 0:02:59.9]»'],
    ['what somebody said', 'e4 {a} {b}', { 1: { score: cp(30) } }, 'e4 «[%eval 0.30]» «a» «b»'],
    [
      'a sentence beside the clock, in one comment',
      'e4 {[%clk 0:02:59.9]}',
      { 1: { score: cp(-300), judgement: 'blunder' } },
      'e4 $4 «[%eval -3.00] [%clk 0:02:59.9] Blunder: 51 % → 25 %.»',
    ],
    [
      'a sentence beside what somebody said',
      'e4 {hm} {[%clk 0:02:59] oh}',
      { 1: { judgement: 'blunder' } },
      'e4 $4 «hm» «[%clk 0:02:59] oh» «Blunder.»',
    ],
    [
      'a mistake with its line',
      'e4 e5 Ke2',
      { 2: { score: cp(20) }, 3: { score: cp(-100), judgement: 'mistake', line: 'Nf3 Nc6 Bb5' } },
      'e4 e5 «[%eval 0.20]» Ke2 $2 «[%eval -1.00] Mistake: 52 % → 41 %. Nf3 was best.» [Nf3 Nc6 Bb5]',
    ],
    [
      'signs of every kind',
      'e4 e5 Nf3 Nc6 Bb5',
      {
        1: { labels: ['great-find', 'only-move'], maia: playedBy(0.1) },
        2: { labels: ['only-move'] },
        3: { judgement: 'inaccuracy' },
        4: { judgement: 'mistake' },
        5: { judgement: 'blunder' },
      },
      'e4 $1 «Great find: only 10 % of 1500s play e4.» e5 $7 «Only move: everything else is clearly worse.» Nf3 $6 «Inaccuracy.» Nc6 $2 «Mistake.» Bb5 $4 «Blunder.»',
    ],
    ['signs of positions kept', 'e4 $14', { 1: { judgement: 'blunder' } }, 'e4 $4 $14 «Blunder.»'],
    ['other signs for a move kept', 'e4!? $14', { 1: { judgement: 'blunder' } }, 'e4 $5 $14 «Blunder.»'],
    ['the same sign once', 'e4??', { 1: { judgement: 'blunder' } }, 'e4 $4 «Blunder.»'],
    ['moves as the standard writes them', 'e2e4 e7-e5 Ng1-f3', {}, 'e4 e5 Nf3'],
    [
      'a line behind other variations',
      'e4 (c4 {hm}) e5',
      { 1: { judgement: 'mistake', line: 'd4 d5' } },
      'e4 $2 «Mistake. d4 was best.» [c4 «hm»] [d4 d5] e5',
    ],
    [
      'no line that stands there already',
      'e4 (d4 d5 c4 {Queen’s Gambit}) e5',
      { 1: { judgement: 'mistake', line: 'd4 d5' } },
      'e4 $2 «Mistake. d4 was best.» [d4 d5 c4 «Queen’s Gambit»] e5',
    ],
    [
      'only what is new of a line',
      'e4 (d4 {!} Nf6) e5',
      { 1: { judgement: 'mistake', line: 'd4 d5 c4' } },
      'e4 $2 «Mistake. d4 was best.» [d4 «!» Nf6 [d5 c4]] e5',
    ],
    [
      'the end of a line that somebody began',
      'e4 (d2-d4 d5!?) e5',
      { 1: { judgement: 'mistake', line: 'd4 d5 c4 e6' } },
      'e4 $2 «Mistake. d4 was best.» [d2-d4 d5 $5 c4 e6] e5',
    ],
    [
      'no line that begins with the move that was played',
      'e4 e5',
      { 1: { judgement: 'mistake', line: 'e4 c5' } },
      'e4 $2 «Mistake.» e5',
    ],
    ['no line beside a move like most', 'e4 e5', { 1: { line: 'd4 d5' } }, 'e4 e5'],
    [
      'a line up to where it can be played',
      'e4 e5',
      { 1: { judgement: 'mistake', line: 'd4 d5 Ke8 e6' } },
      'e4 $2 «Mistake. d4 was best.» [d4 d5] e5',
    ],
    [
      'twelve half-moves of a line',
      'e4',
      { 1: { judgement: 'mistake', line: 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6' } },
      'e4 $2 «Mistake. Nf3 was best.» [Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8]',
    ],
  ])('have %s', (_, text, findings, expected) => {
    expect(outlined(text, findings)).toBe(expected);
  });

  const opening = { eco: 'B20', name: 'Sicilian Defense', ply: 2 };

  it('say where theory ends', () => {
    const book = { 1: { book: true }, 2: { book: true } };
    expect(outlined('e4 c5 Nf3', book, { opening })).toBe('e4 c5 «End of theory: Sicilian Defense.» Nf3');
    // It has not ended.
    expect(outlined('e4 c5', book, { opening })).toBe('e4 c5');
    expect(outlined('e4 c5', {}, { opening })).toBe('e4 c5');
  });

  it('say where another phase begins', () => {
    const phases = { openingEnd: 1, middlegameEnd: 2, endgameType: 'Rook' } as const;
    const findings = { 2: { phase: 'middlegame' }, 3: { phase: 'middlegame' }, 4: { phase: 'endgame' } } as const;
    expect(outlined('e4 c5 Nf3 d6', findings, { phases })).toBe('e4 c5 «Middlegame.» Nf3 d6 «Endgame: Rook.»');
    const untyped = { ...phases, endgameType: 'Endgame' } as const;
    expect(outlined('e4 c5 Nf3 d6', findings, { phases: untyped })).toBe('e4 c5 «Middlegame.» Nf3 d6 «Endgame.»');
  });

  it('are those of the review as far as that has come', () => {
    const { game, tree } = read('e4 e5 Nf3 Nc6');
    const report = reviewOf(game, { 1: { score: cp(20) } });
    expect(outline({ tree: annotate(tree, { ...report, plies: report.plies.slice(0, 2) }) })).toBe(
      'e4 «[%eval 0.20]» e5 Nf3 Nc6',
    );
  });
});

describe('a game that was annotated before', () => {
  const earlier = (comment: string) => `[Opening "St. George Defense"]\n\ne4 $4 {${comment}} (d4 d5) e5`;
  const now: Findings = { 1: { score: cp(-60), judgement: 'inaccuracy', line: 'd4 d5' } };
  const sentence = 'Inaccuracy: 51 % → 44 %. d4 was best.';

  it.each([
    ['[%eval -3.00] [%clk 0:05:00] Blunder: 51 % → 25 %. d4 was best; 41 % of 1500s play e4.', '[%clk 0:05:00] '],
    ['[%eval -3.00] End of theory: St. George Defense. Middlegame. Blunder: 51 % → White mates in 2.', ''],
    ['[%eval -3.00] Endgame: Rook. Blunder: > 99 % → 50 % (draw by repetition).', ''],
  ])('says what the new review says instead of %j', (comment, clock) => {
    expect(outlined(earlier(comment), now)).toBe(`e4 $6 «[%eval -0.60] ${clock}${sentence}» [d4 d5] e5`);
  });

  it.each([
    ['[%eval -3.00] Blunder: 51 % → 25 %. Not so: I had seen it.'],
    ['[%eval -3.00] Blunder. d4 was best.'],
    ['[%eval -3.00] Middlegame.'],
    ['[%eval -3.00] End of theory: from here on I was alone.'],
    ['[%eval -3.00] My worst Blunder: 51 % → 25 %.'],
  ])('keeps what somebody has written or added: %j', comment => {
    const words = comment.replace('[%eval -3.00]', '[%eval -0.60]');
    expect(outlined(earlier(comment), now)).toBe(`e4 $4 «${words}» «${sentence}» [d4 d5] e5`);
  });
});

describe('the tags of an annotated game', () => {
  const opening = { eco: 'B20', name: 'Sicilian Defense', ply: 2 };
  const players = (white: number | null, black: number | null) =>
    ({ white: { rating: 1500, accuracy: white }, black: { rating: 1500, accuracy: black } }) as ReviewReport['players'];
  const tags = (text: string, more: Partial<ReviewReport> = {}) => tagsOf(annotated(text, {}, more));

  it('name the annotator, the opening, and how well both played', () => {
    expect(tags('[White "a"]\n\ne4 c5', { opening, players: players(93.456, 100) })).toEqual({
      White: 'a',
      Annotator: 'Kibitz',
      ECO: 'B20',
      Opening: 'Sicilian Defense',
      WhiteAccuracy: '93.5',
      BlackAccuracy: '100.0',
    });
  });

  it('say nothing that is not known', () => {
    expect(tags('e4', { players: players(null, 12.04) })).toEqual({ Annotator: 'Kibitz', BlackAccuracy: '12.0' });
  });

  it('keep what others have said', () => {
    const text = '[ECO "A00"]\n[Opening "?"]\n[Annotator "lichess.org"]\n[WhiteAccuracy "50"]\n\ne4';
    expect(tags(text, { opening, players: players(80, null) })).toEqual({
      ECO: 'A00',
      Opening: 'Sicilian Defense',
      Annotator: 'lichess.org, Kibitz',
      WhiteAccuracy: '80.0',
    });
  });

  it('name the annotator once', () => {
    expect(tags('[Annotator "Kibitz, alice"]\n\ne4').Annotator).toBe('Kibitz, alice');
    expect(tags('[Annotator "?"]\n\ne4').Annotator).toBe('Kibitz');
  });

  it('say that a game starts elsewhere', () => {
    const fen = '4k3/8/8/8/8/8/R7/4K3 w - - 0 40';
    expect(tags(`[FEN "${fen}"]\n\nRa8+`)).toMatchObject({ FEN: fen, SetUp: '1' });
  });

  it('come in the order of the standard when they are written', () => {
    const { game, tree } = read('[ECO "A00"]\n[Black "b"]\n[White "a"]\n\ne4 1-0');
    const written = annotatedPgn(tree, reviewOf(game));
    expect(written.match(/^\[\w+/gm)?.map(tag => tag.slice(1))).toEqual([
      ...['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'],
      ...['ECO', 'Annotator'],
    ]);
  });
});

describe('annotating', () => {
  const gamesWith = (note: fc.Arbitrary<string>) =>
    fc.tuple(playouts, fc.array(note, { minLength: 1, maxLength: 5 }), fc.nat()).map(([game, notes, seed]) => {
      const random = seeded(seed);
      return { game, tree: decorated(game, notes, random), report: randomReview(game, random), random };
    });
  const games = gamesWith(hostile);
  /** What an earlier review may have said, and what others may say like it. */
  const alike = fc.constantFrom(
    ...['Middlegame.', 'Endgame.', 'Endgame: Rook.', 'End of theory: St. George Defense.', 'End of theory.'],
    ...['[%clk 0:01:00] End of theory: Réti. Endgame: Rook + Minor Piece.', '[%clk 0:01:00] Middlegame.', 'Blunder.'],
    ...['Middlegame. Only move: everything else is clearly worse. Hm.', '[%clk 0:01:00] [%eval #3] Endgame: Pawn. '],
    ...['Blunder: 78 % → 31 %. Nf3 was best; 41 % of 1500s play this.', 'Only move: everything else is clearly worse.'],
  );
  const start = ({ positions: [first] }: PgnGame['game']) => first as Position;

  it('changes nothing of the game that it is given', () => {
    fc.assert(
      fc.property(games, ({ tree, report }) => {
        const before = makeTree(tree);
        annotate(tree, report);
        expect(makeTree(tree)).toBe(before);
      }),
      { numRuns: 30 },
    );
  });

  it('loses nothing, and adds nothing that cannot be played', () => {
    fc.assert(
      fc.property(games, ({ tree, report, game }) => {
        const result = annotate(tree, report);
        expect(lostIn(tree, result)).toEqual([]);
        expect(everyMove(result, start(game)).filter(({ legal }) => !legal)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('twice is annotating once, on paper too', () => {
    fc.assert(
      fc.property(fc.oneof(games, gamesWith(alike)), ({ tree, report }) => {
        const once = annotate(tree, report);
        expect(annotate(once, report)).toEqual(once);
        const text = makeTree(once);
        expect(annotatedPgn(treeOf(text), report)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('again with another review leaves nothing of what the first one said', () => {
    fc.assert(
      fc.property(games, ({ game, report, random }) => {
        const bare = decorated(game, ['hm'], () => 0.99);
        const other = randomReview(game, random);
        const [direct, again] = [annotate(bare, other), annotate(annotate(bare, report), other)];
        const said = (tree: typeof direct) =>
          Array.from(tree.moves.mainline(), ({ nags, comments = [] }) => ({
            nags,
            // "Middlegame." may be anybody's and stays.
            words: comments
              .join(' ')
              .replace(/(Middlegame|Endgame|End of theory)\.\s?/g, '')
              .trim(),
          }));
        expect(said(again)).toEqual(said(direct));
      }),
      { numRuns: 40 },
    );
  });

  it('makes what chessops reads as we do', () => {
    fc.assert(
      fc.property(games, ({ tree, report }) => {
        const text = annotatedPgn(tree, report);
        expect(parseChessops(text, emptyHeaders)).toEqual([treeOf(text)]);
      }),
      { numRuns: 60 },
    );
  });
});
