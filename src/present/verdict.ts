import type { CandidateMove, ExpectedReport, OtherMove, Sort } from '../analysis/expected/report.ts';
import { TRAP } from '../analysis/expected/value.ts';
import { percent, plural, resultWords } from '../chess/words.ts';

/** A report as it is shown: by which value its moves are sorted. */
export type SortedReport = ExpectedReport & { sort: Sort };

/** Differences that a reader should not be bothered with. */
const SAME = 0.005;
const WORTH_SAYING = 0.1;
const EQUAL = 0.01;
const NAMED = 3;

/** What to do, and what to beware of. */
export function verdict(report: SortedReport): string[] {
  const [best] = report.moves;
  if (!best) return [];
  return [choice(report, best), ...trap(best), ...warnings(report)];
}

function choice(report: SortedReport, best: CandidateMove): string {
  const { moves, notAnalysed, rejected, params, sort } = report;
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  if (mate) return `${mate.san} is mate.`;
  const people = `people rated ${params.rating}`;
  const score = (move: CandidateMove) => `score ${percent(move[sort], 0)}${opposition(params)}`;
  const others = notAnalysed.length + rejected.length;
  if (moves.length === 1 && others === 0)
    return `${best.san} is the only legal move: ${people} ${score(best)} after it.`;
  if (moves.length === 1 && notAnalysed.length === 0)
    return `${best.san} is the only move worth considering: ${people} ${score(best)} after it.`;
  const equals = equalsOf(report);
  const first =
    equals.length > 1
      ? `${listed(equals)} give ${people} about the same chances, the best there are: they ${score(best)}.`
      : `${best.san} gives ${people} the best chances: they ${score(best)} after it.`;
  const strongest = moves.reduce((a, b) => (b.winrate > a.winrate ? b : a));
  if (equals.includes(strongest) || strongest.winrate - best.winrate < SAME) return first;
  return `${first} Stockfish prefers ${strongest.san}, after which they score ${percent(strongest[sort], 0)}.`;
}

const opposition = ({ rating, opponentRating }: SortedReport['params']): string =>
  rating === opponentRating ? '' : ` against ${opponentRating}`;

/** Moves that can hardly be told from the best: another run may put any of them first. */
const equalsOf = ({ moves, sort }: SortedReport): CandidateMove[] =>
  moves.filter(move => (moves[0] as CandidateMove)[sort] - move[sort] < EQUAL);

/** `a`, `a and b`, `a, b and c`, `a, b, c and 4 others`. */
function listed(moves: readonly CandidateMove[]): string {
  const names = moves.slice(0, NAMED).map(({ san }) => san);
  const rest = moves.length - names.length;
  const last = rest > 0 ? plural(rest, 'other') : names.pop();
  return `${names.join(', ')} and ${last}`;
}

function trap(best: CandidateMove): string[] {
  if (best.trap === null || best.trap < WORTH_SAYING) return [];
  const [likeliest] = best.tree.children.filter(reply => (reply.winrate ?? 0) >= best.winrate + TRAP);
  return likeliest
    ? [
        `${best.san} sets a trap: ${percent(best.trap, 0)} of opponents go wrong at once, most often with ${likeliest.san}.`,
      ]
    : [];
}

/** The verdict in the two lines that a picture has room for: the best choice, and the most popular mistake. */
export function headline(report: SortedReport): string {
  const { moves, params, sort, ending, player } = report;
  const [best] = moves;
  if (ending) return `${resultWords(ending, player)}.`;
  if (!best) return '';
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  const equals = equalsOf(report);
  const names = equals.length > 1 ? listed(equals) : best.san;
  const choice = mate
    ? `${mate.san} is mate.`
    : `Best chances at ${params.rating}: ${names} (${percent(best[sort], 0)}).`;
  const [worst] = blunders(report);
  return worst ? `${choice} ${warning(worst)}` : choice;
}

/** What many play and should not, the most popular first. */
export const blunders = ({ rejected }: Pick<ExpectedReport, 'rejected'>): OtherMove[] =>
  rejected.filter(({ maia }) => maia >= WORTH_SAYING).sort((a, b) => b.maia - a.maia);

const warnings = (report: ExpectedReport): string[] => blunders(report).map(warning);

const warning = ({ san, maia, winrate, reply }: OtherMove): string =>
  `Beware of ${san}: ${percent(maia, 0)} play it, and ${reply ? `the answer ${reply.san}` : 'it'} leaves them ${percent(winrate, 0)}.`;
