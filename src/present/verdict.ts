import type { CandidateMove, ExpectedReport, OtherMove, Sort } from '../analysis/expected/report.ts';
import { TRAP } from '../analysis/expected/tree-values.ts';
import { count, percent } from '../base/text.ts';
import { resultWords } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';

/** A report as it is shown: by which value its moves are sorted. */
export type SortedReport = ExpectedReport & { sort: Sort };

/** Differences that a reader should not be bothered with. */
const SAME = 0.005;
const WORTH_SAYING = 0.1;
const EQUAL = 0.01;
const NAMED = 3;

/** What to do, and what to beware of. */
export function verdict(report: SortedReport, voice: ReportVoice = ENGLISH_VOICE): string[] {
  const [best] = report.moves;
  if (!best) return [];
  return [choice(report, best, voice), ...trap(best, voice), ...warnings(report, voice)];
}

function choice(report: SortedReport, best: CandidateMove, voice: ReportVoice): string {
  const { moves, notAnalysed, rejected, params, sort } = report;
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  if (mate) return voice.say('verdict.mate', { move: mate.san });
  const { rating, opponentRating } = params;
  const opponent = rating === opponentRating ? undefined : opponentRating;
  const chances = { moves: best.san, rating, share: voice.percent(best[sort]), opponent };
  const others = notAnalysed.length + rejected.length;
  if (moves.length === 1 && others === 0) return voice.say('verdict.only-legal', chances);
  if (moves.length === 1 && notAnalysed.length === 0) return voice.say('verdict.only-good', chances);
  const equals = equalsOf(report);
  const first =
    equals.length > 1
      ? voice.say('verdict.equal', { ...chances, moves: listed(equals, voice) })
      : voice.say('verdict.best', chances);
  const strongest = moves.reduce((a, b) => (b.winrate > a.winrate ? b : a));
  if (equals.includes(strongest) || strongest.winrate - best.winrate < SAME) return first;
  return `${first} ${voice.say('verdict.engine', { move: strongest.san, share: voice.percent(strongest[sort]) })}`;
}

/** Moves that can hardly be told from the best: another run may put any of them first. */
const equalsOf = ({ moves, sort }: SortedReport): CandidateMove[] =>
  moves.filter(move => (moves[0] as CandidateMove)[sort] - move[sort] < EQUAL);

/** `a`, `a and b`, `a, b and c`, `a, b, c and 4 others`. */
function listed(moves: readonly CandidateMove[], voice: ReportVoice): string {
  const names = moves.slice(0, NAMED).map(({ san }) => san);
  const rest = moves.length - names.length;
  return voice.list(rest > 0 ? [...names, voice.say('verdict.others', { count: rest })] : names);
}

function trap(best: CandidateMove, voice: ReportVoice): string[] {
  if (best.trap === null || best.trap < WORTH_SAYING) return [];
  const [likeliest] = best.tree.children.filter(reply => (reply.winrate ?? 0) >= best.winrate + TRAP);
  if (!likeliest) return [];
  return [voice.say('verdict.trap', { move: best.san, share: voice.percent(best.trap), reply: likeliest.san })];
}

/** The verdict in the two lines that a picture has room for: the best choice, and the most popular mistake. */
export function headline(report: SortedReport, voice: ReportVoice = ENGLISH_VOICE): string {
  const { moves, params, sort, ending, player } = report;
  const [best] = moves;
  if (ending) return `${resultWords(ending, player, voice)}.`;
  if (!best) return '';
  const mate = moves.find(({ tree }) => tree.terminal === 'checkmate');
  const names = listed(equalsOf(report), voice);
  const choice = mate
    ? voice.say('verdict.mate', { move: mate.san })
    : voice.say('verdict.short', { rating: String(params.rating), moves: names, share: voice.percent(best[sort]) });
  const [worst] = blunders(report);
  return worst ? `${choice} ${warning(worst, voice)}` : choice;
}

/** What many play and should not, the most popular first. */
export const blunders = ({ rejected }: Pick<ExpectedReport, 'rejected'>): OtherMove[] =>
  rejected.filter(({ maia }) => maia >= WORTH_SAYING).sort((a, b) => b.maia - a.maia);

const warnings = (report: ExpectedReport, voice: ReportVoice): string[] =>
  blunders(report).map(move => warning(move, voice));

function warning({ san, maia, winrate, reply }: OtherMove, voice: ReportVoice): string {
  const told = { move: san, played: voice.percent(maia), left: voice.percent(winrate) };
  return reply ? voice.say('verdict.beware-reply', { ...told, reply: reply.san }) : voice.say('verdict.beware', told);
}

/** Of worse moves only those are listed that many play; the report has all. */
const LISTED = 8;

/** The moves that are not in the ranking, and why. */
export function otherMoves(report: ExpectedReport): string[] {
  const { notAnalysed, rejected, threshold } = report;
  const less = percent(threshold ?? 0, 1);
  return [
    ...(notAnalysed.length > 0 ? [`Not analysed: ${named(notAnalysed)}.`] : []),
    ...(rejected.length > 0
      ? [`Rejected (Stockfish gives them less than ${less}): ${named(rejected, blunders(report))}.`]
      : []),
  ];
}

/** The first of them; those that people are warned of are always among these. */
function named(moves: readonly OtherMove[], warned: readonly OtherMove[] = []): string {
  const others = moves.filter(move => !warned.includes(move)).slice(0, Math.max(0, LISTED - warned.length));
  const shown = moves.filter(move => warned.includes(move) || others.includes(move));
  const rest = moves.length - shown.length;
  return [
    ...shown.map(({ san, winrate }) => `${san} ${percent(winrate, 1)}`),
    ...(rest > 0 ? [`${count(rest)} more`] : []),
  ].join(', ');
}
