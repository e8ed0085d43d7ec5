import { describe, expect, it } from 'vitest';
import type { ReviewReport } from '../../src/analysis/review/report.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { printReview } from '../../src/cli/review.ts';
import { Terminal } from '../../src/cli/terminal.ts';
import { NAMES, review, type Said } from '../present/reviews.ts';

/** A review as people read it. */

const MOVES = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 a4 Ba7 h3 h6 Nbd2 Re8 b4 Be6 Bxe6 Rxe6';
const SAID: Record<number, Said> = {
  9: { score: cp(-170), best: 'd4 exd4 cxd4 Bb4+ Bd2', found: 0.1 },
  10: { score: cp(30), best: 'O-O O-O d6 Re1 a6', played: 0.35, labels: ['natural-mistake'] },
  15: { labels: ['great-find', 'only-move'], best: 'a4', played: 0.07 },
  17: { score: cp(-500), best: 'b4 Be6 Bxe6 fxe6 Nbd2', played: 0.01, labels: ['out-of-character'] },
};
const playedLike = { kind: 'estimate', rating: 1650, low: 1400, high: 1900, moves: 18 } as const;

function printed(report: ReviewReport): string[] {
  let text = '';
  const stdout = { write: (part: string) => (text += part) };
  printReview(new Terminal({ json: false, quiet: false }, { stdout, stderr: stdout }), report, 12_000);
  return text.trimEnd().split('\n');
}

const usual = (changes: Partial<ReviewReport> = {}): ReviewReport => ({
  ...review(MOVES, {
    said: SAID,
    headers: { ...NAMES, Result: '0-1', Termination: 'Normal' },
    opening: { eco: 'C54', name: 'Italian Game: Giuoco Pianissimo', ply: 10 },
    middlegame: 13,
    endgame: { from: 23, type: 'Rook + Minor Piece' },
    moments: [9, 10, 17],
    playedLike,
  }),
  ...changes,
});

describe('a review on the terminal', () => {
  it('is a headline, a table, the phases, what decided the game, praise, a lesson each, and small print', () => {
    expect(printed(usual())).toEqual([
      'bob (1588) beat alice (1612) by resignation in 12 moves. Italian Game: Giuoco',
      'Pianissimo.',
      '',
      '                           alice (White)       bob (Black)',
      'accuracy                            89 %              95 %',
      'average centipawn loss                46                15',
      'inaccuracies ?!                        0                 0',
      'mistakes ?                             0                 0',
      'blunders ??                            2                 1',
      'played like             1650 (1400–1900)  1650 (1400–1900)',
      '',
      'Opening (moves 1–6): about equally accurate, both 91 %; level afterwards.',
      'Middlegame (moves 7–11): bob was more accurate, 100 % to 83 %, and was winning',
      '   afterwards (86 %).',
      'Endgame with rooks and minor pieces (move 12): about equally accurate, both',
      '   100 %.',
      '',
      "What decided the game (the mover's winning chances, before → after):",
      '1. 5. d3?? by alice fell behind in a level position: 51 % → 35 %. Best was 5. d4',
      '   exd4 6. cxd4 Bb4+ 7. Bd2. Few find it: 10 % of 1600s.',
      '2. 5... d6?? by bob missed the chance that 5. d3 had offered: 65 % → 47 %. Best',
      '   was 5... O-O 6. O-O d6 7. Re1 a6. 35 % of 1600s play this too.',
      '3. 9. h3?? by alice turned a level position into a lost one: 53 % → 14 %. Best',
      '   was 9. b4 Be6 10. Bxe6 fxe6 11. Nbd2. Out of character: 1 % of 1600s play',
      '   this.',
      '',
      'Well played: 8. a4! by alice (7 % of 1600s find it).',
      '',
      'To take away:',
      'alice: the move to remember is 9. h3?? (53 % → 14 %): 9. b4 was best.',
      'bob: the move to remember is 5... d6?? (65 % → 47 %): 5... O-O was best.',
      '',
      'Played like: the range holds nine of ten ratings.',
      'Compared with 1600s.',
      '25 searches by Stockfish 17 of up to 300,000 nodes, 24 predictions by maia3-5m;',
      '12 s.',
    ]);
  });

  it('fits the usual terminal, whoever plays', () => {
    const wide = { ...NAMES, White: '田中太郎'.repeat(9), Black: 'Maximilian Freiherr von und zu Schachmatt' };
    const lines = printed(usual({ headers: wide }));
    const columns = (line: string) => Array.from(line).length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);
    for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(80);
    // Numbers end below their names, though these letters are twice as wide as others.
    const end = (start: string, sign: string) => {
      const line = lines.find(one => one.includes(start)) as string;
      return columns(line.slice(0, line.indexOf(sign) + sign.length));
    };
    expect(end('accuracy  ', '%')).toBe(end('(White)', '(White)'));
  });

  it('leaves out what nobody has asked or evaluated', () => {
    const lines = printed(review(MOVES, { evaluated: false, asked: false }));
    expect(lines).toEqual([
      'alice (1612) against bob (1588), unfinished after 12 moves.',
      '',
      'Opening (moves 1–12): not evaluated.',
      '',
      'To take away:',
      'alice: nothing here has been evaluated.',
      'bob: nothing here has been evaluated.',
      '',
      'Evaluations are those of the PGN, no human model asked; 12 s.',
    ]);
  });

  it('of a game without moves says so, and no more than that', () => {
    expect(printed(review('', { headers: {} }))).toEqual(['White against Black, without a move.']);
  });

  it('claims no decision where there was none', () => {
    const heading = (Result: string) =>
      printed(usual({ headers: { ...NAMES, Result } })).find(line => line.endsWith('before → after):'));
    expect(heading('1-0')).toMatch(/^What decided the game \(/);
    expect(heading('1/2-1/2')).toMatch(/^What mattered most \(/);
    expect(heading('*')).toMatch(/^What mattered most \(/);
  });

  it('says where it comes from', () => {
    const { stats } = usual();
    const depth = { name: 'Stockfish 17', limit: { kind: 'depth', depth: 18 } } as const;
    expect(
      printed(usual({ engine: depth, stats: { ...stats, cacheHits: 7 } }))
        .slice(-2)
        .join(' '),
    ).toBe(
      '25 searches by Stockfish 17 of up to depth 18, 24 predictions by maia3-5m, 7 of these answers remembered; 12 s.',
    );
    expect(
      printed(usual({ cacheStatus: 'cached' }))
        .slice(-2)
        .join(' '),
    ).toMatch(/; from the cache \(it took 20 s then\)\.$/);
  });

  it('says whom the players are compared with, and where no rating says so', () => {
    const compared = (headers: Record<string, string>, black = 1600) => {
      const report = usual({ headers });
      const players = { ...report.players, black: { ...report.players.black, rating: black } };
      return printed({ ...report, players }).find(line => /compared/i.test(line));
    };
    expect(compared(NAMES, 1610)).toBe('Compared with 1600s.');
    expect(compared(NAMES, 1800)).toBe('White is compared with 1600s, Black with 1800s.');
    expect(compared({})).toBe('Compared with 1600s (no rating in the file).');
    expect(compared({ WhiteElo: '1600', BlackElo: '?' }, 1500)).toBe(
      'White is compared with 1600s, Black with 1500s (no rating in the file).',
    );
  });

  it('says first that the clock decided, if it did', () => {
    const decided = (Result: string) => {
      const lines = printed(usual({ headers: { ...NAMES, Result, Termination: 'Time forfeit' } }));
      return lines[lines.findIndex(line => line.startsWith('What decided')) + 1];
    };
    expect(decided('1-0')).toBe('alice won on time, standing at 14 %.');
    expect(decided('0-1')).toMatch(/^1\. 5\. d3/);
  });

  it('says why people were not asked', () => {
    const lines = printed(
      usual({ model: null, problem: 'the model is broken; "kibitz models pull" fetches it again.' }),
    );
    expect(lines).toContain('What people play is not known: the model is broken; "kibitz models pull" fetches');
    expect(lines.some(line => /compared/i.test(line))).toBe(false);
  });

  it('shows a short game as it was', () => {
    const report = review('f3 e5 g4 Qh4#', { said: { 3: { score: mate(-1), judgement: 'blunder' } }, moments: [3] });
    const lines = printed(report);
    expect(lines[0]).toBe('bob (1588) beat alice (1612) by checkmate in 2 moves.');
    expect(lines).toContain('1. 2. g4?? by alice walked into mate in 1: 51 % → 2 %. 40 % of 1600s play this');
  });
});
