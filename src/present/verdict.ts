import type { CandidateMove, ExpectedReport, OtherMove, Sort } from '../analysis/expected/report.ts';
import { TRAP } from '../analysis/expected/value.ts';
import { percent } from '../chess/words.ts';

/** A report as it is shown: by which value its moves are sorted. */
export type SortedReport = ExpectedReport & { sort: Sort };

/** Differences that a reader should not be bothered with. */
const SAME = 0.005;
const WORTH_SAYING = 0.1;

/** What to do, and what to beware of. */
export function verdict(report: SortedReport): string[] {
  const [best] = report.moves;
  if (!best) return [];
  return [choice(report, best), ...trap(best), ...warnings(report)];
}

function choice({ moves, notAnalysed, params, sort }: SortedReport, best: CandidateMove): string {
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  if (mate) return `${mate.san} is mate.`;
  const strongest = moves.reduce((a, b) => (b.winrate > a.winrate ? b : a));
  const people = `people rated ${params.rating}`;
  const score = (move: CandidateMove) => `score ${percent(move[sort], 0)}`;
  if (moves.length === 1 && notAnalysed.length === 0)
    return `${best.san} is the only move worth considering: ${people} ${score(best)} after it.`;
  const first = `${best.san} gives ${people} the best chances: they ${score(best)} after it.`;
  if (strongest.winrate - best.winrate < SAME) return first;
  return `${first} Stockfish prefers ${strongest.san}, after which they ${score(strongest)}.`;
}

function trap(best: CandidateMove): string[] {
  if (best.trap === null || best.trap < WORTH_SAYING) return [];
  const [likeliest] = best.tree.children.filter(reply => (reply.winrate ?? 0) >= best.winrate + TRAP);
  return likeliest
    ? [`It sets a trap: ${percent(best.trap, 0)} of opponents go wrong at once, most often with ${likeliest.san}.`]
    : [];
}

/** The verdict in the two lines that a picture has room for: the best choice, and the most popular mistake. */
export function headline(report: SortedReport): string {
  const { moves, params, rootWinrate, sort } = report;
  const [best] = moves;
  if (!best) return '';
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  const choice = mate
    ? `${mate.san} is mate.`
    : `Best chances at ${params.rating}: ${best.san} (${percent(best[sort], 0)}).`;
  const [worst] = blunders(report);
  if (!worst) return choice;
  const cost = percent((rootWinrate ?? 0) - worst.winrate, 0);
  const answer = worst.reply ? `the answer ${worst.reply.san}` : 'it';
  return `${choice} Beware of ${worst.san}: ${percent(worst.maia, 0)} play it, and ${answer} costs ${cost}.`;
}

/** What many play and should not, the most popular first. */
export const blunders = ({ rejected }: Pick<ExpectedReport, 'rejected'>): OtherMove[] =>
  rejected.filter(({ maia }) => maia >= WORTH_SAYING).sort((a, b) => b.maia - a.maia);

function warnings(report: ExpectedReport): string[] {
  return blunders(report).map(({ san, maia, winrate, reply }) => {
    const cost = percent((report.rootWinrate ?? 0) - winrate, 0);
    return `Beware of ${san}: ${percent(maia, 0)} play it, and ${reply ? `the answer ${reply.san}` : 'it'} costs ${cost}.`;
  });
}
