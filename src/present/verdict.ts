import type { CandidateMove, ExpectedReport, OtherMove, Sort } from '../analysis/expected/report.ts';
import { TRAP } from '../analysis/expected/value.ts';
import type { Tongue } from '../chess/tongue.ts';
import { ENGLISH, resultWords } from '../chess/words.ts';
import { VERDICT } from './phrases/verdict.ts';

/** A report as it is shown: by which value its moves are sorted. */
export type SortedReport = ExpectedReport & { sort: Sort };

/** Differences that a reader should not be bothered with. */
const SAME = 0.005;
const WORTH_SAYING = 0.1;
const EQUAL = 0.01;
const NAMED = 3;

/** What to do, and what to beware of. */
export function verdict(report: SortedReport, tongue: Tongue = ENGLISH): string[] {
  const [best] = report.moves;
  if (!best) return [];
  return [choice(report, best, tongue), ...trap(best, tongue), ...warnings(report, tongue)];
}

function choice(report: SortedReport, best: CandidateMove, tongue: Tongue): string {
  const { moves, notAnalysed, rejected, params, sort } = report;
  const words = VERDICT[tongue.language];
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  if (mate) return words.mate(mate.san);
  const { rating, opponentRating } = params;
  const opponent = rating === opponentRating ? undefined : opponentRating;
  const chances = { moves: best.san, rating, share: tongue.percent(best[sort]), opponent };
  const others = notAnalysed.length + rejected.length;
  if (moves.length === 1 && others === 0) return words.onlyLegal(chances);
  if (moves.length === 1 && notAnalysed.length === 0) return words.onlyGood(chances);
  const equals = equalsOf(report);
  const first = equals.length > 1 ? words.equal({ ...chances, moves: listed(equals, tongue) }) : words.best(chances);
  const strongest = moves.reduce((a, b) => (b.winrate > a.winrate ? b : a));
  if (equals.includes(strongest) || strongest.winrate - best.winrate < SAME) return first;
  return `${first} ${words.engine(strongest.san, tongue.percent(strongest[sort]))}`;
}

/** Moves that can hardly be told from the best: another run may put any of them first. */
const equalsOf = ({ moves, sort }: SortedReport): CandidateMove[] =>
  moves.filter(move => (moves[0] as CandidateMove)[sort] - move[sort] < EQUAL);

/** `a`, `a and b`, `a, b and c`, `a, b, c and 4 others`. */
function listed(moves: readonly CandidateMove[], { language, list }: Tongue): string {
  const names = moves.slice(0, NAMED).map(({ san }) => san);
  const rest = moves.length - names.length;
  return list(rest > 0 ? [...names, VERDICT[language].others(rest)] : names);
}

function trap(best: CandidateMove, { language, percent }: Tongue): string[] {
  if (best.trap === null || best.trap < WORTH_SAYING) return [];
  const [likeliest] = best.tree.children.filter(reply => (reply.winrate ?? 0) >= best.winrate + TRAP);
  return likeliest ? [VERDICT[language].trap(best.san, percent(best.trap), likeliest.san)] : [];
}

/** The verdict in the two lines that a picture has room for: the best choice, and the most popular mistake. */
export function headline(report: SortedReport, tongue: Tongue = ENGLISH): string {
  const { moves, params, sort, ending, player } = report;
  const words = VERDICT[tongue.language];
  const [best] = moves;
  if (ending) return `${resultWords(ending, player, tongue.language)}.`;
  if (!best) return '';
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  const names = listed(equalsOf(report), tongue);
  const choice = mate ? words.mate(mate.san) : words.short(params.rating, names, tongue.percent(best[sort]));
  const [worst] = blunders(report);
  return worst ? `${choice} ${warning(worst, tongue)}` : choice;
}

/** What many play and should not, the most popular first. */
export const blunders = ({ rejected }: Pick<ExpectedReport, 'rejected'>): OtherMove[] =>
  rejected.filter(({ maia }) => maia >= WORTH_SAYING).sort((a, b) => b.maia - a.maia);

const warnings = (report: ExpectedReport, tongue: Tongue): string[] =>
  blunders(report).map(move => warning(move, tongue));

const warning = ({ san, maia, winrate, reply }: OtherMove, { language, percent }: Tongue): string =>
  VERDICT[language].beware(san, percent(maia), reply?.san, percent(winrate));
