import type { ReviewReport } from '../../src/analysis/review/report.ts';
import { parseTrees } from '../../src/chess/pgn/parse.ts';
import { cp } from '../../src/chess/score.ts';
import { annotatedPgn } from '../../src/present/annotated-pgn.ts';
import type { PageData } from '../../src/web/protocol.ts';
import { NAMES, review, type Telling } from '../present/reviews.ts';

/** Reviewed games as pages are given them. */

export type ReviewData = Extract<PageData, { kind: 'review' }>;

/** With what people play before a move that has been looked at: what was played, what was best, and others. */
function withPeople(report: ReviewReport): ReviewReport {
  const plies = report.plies.map(ply => {
    const { maia, best, san, uci } = ply;
    if (!maia || !best) return ply;
    const others = [
      { san, uci, probability: maia.played },
      { san: best.san, uci: best.uci, probability: maia.best ?? 0 },
      { san: 'a3', uci: 'a2a3', probability: 0.03 },
    ];
    return { ...ply, maia: { ...maia, top: others.sort((a, b) => b.probability - a.probability) } };
  });
  return { ...report, plies };
}

/** `comment` is somebody's, beside the first move. */
export function reviewData(moves: string, telling: Telling = {}, comment = ''): ReviewData {
  const report = withPeople(review(moves, telling));
  const [first = '', ...others] = moves.split(' ').filter(Boolean);
  const fen = telling.start ? `[FEN "${report.start}"]\n[SetUp "1"]\n\n` : '';
  const [parsed] = parseTrees(`${fen}${first} ${comment && `{ ${comment} }`} ${others.join(' ')} *`);
  if (!parsed) throw new Error('there is no game');
  return { kind: 'review', report, pgn: annotatedPgn(parsed.tree, report) };
}

/** A trap that is fallen into: three mistakes, one of which most people make. */
export const SHILLING = 'e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#';

export const SHILLING_TOLD: Telling = {
  headers: { ...NAMES, Result: '0-1', TimeControl: '300+0' },
  opening: { eco: 'C50', name: 'Italian Game: Blackburne-Kostić Gambit', ply: 6 },
  middlegame: 9,
  moments: [7, 9],
  playedLike: { kind: 'estimate', rating: 1400, low: 1000, high: 1900, moves: 12 },
  said: {
    5: { clock: 290 },
    6: {
      score: cp(80),
      judgement: 'inaccuracy',
      best: 'Nf6 d3 Be7',
      played: 0.02,
      labels: ['out-of-character'],
      clock: 295.5,
    },
    7: { score: cp(-150), best: 'Nxd4 exd4 O-O', played: 0.55, found: 0.2, labels: ['natural-mistake'], clock: 280 },
    9: { score: cp(-600), best: 'Bxf7+ Ke7 O-O', played: 0.6, found: 0.1 },
    12: { score: cp(-2000), labels: ['only-move'] },
  },
};

/** Knights that go out and back, with as many evaluations and opinions as a real review has. */
export function longGame(plies: number): ReviewData {
  const round = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
  const moves = Array.from({ length: plies }, (_, index) => round[index % 4]).join(' ');
  const said = Object.fromEntries(
    Array.from({ length: plies }, (_, index) => [
      index + 1,
      {
        score: cp(Math.round(300 * Math.sin(index / 9))),
        best: ['e4 e5 Nf3', 'e5 e4 Nf6', 'd4 d5 c4', 'd5 d4 c5'][index % 4] ?? '',
        clock: 600 - index / 2,
        ...(index % 7 === 3 && { judgement: (['inaccuracy', 'mistake', 'blunder'] as const)[index % 3] ?? 'mistake' }),
      },
    ]),
  );
  return reviewData(moves, { said, middlegame: 20 });
}
