import type { Moment, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import type { Outcome } from '../chess/trail.ts';
import { shareText } from '../render/share.ts';
import {
  allowedMate,
  isSerious,
  missedMate,
  percentBefore,
  STANDINGS,
  type Standing,
  standingOf,
} from './review-course.ts';
import { bestLine, chances, marked, numbered, peopleOf, peopleWords } from './review-move.ts';
import { namesOf } from './review-players.ts';

/** Three moves for one side and two for the other show what it is about, and a mate in three whole. */
const LINE = 5;
const PRAISED = 3;
/** What more people than this find is no feat: most only moves take back what was taken. */
const FOUND_BY_MOST = 0.5;

/** A mate that takes longer is nobody's to see: then it is a position that was won or lost. */
const LONGEST_MATE = 5;

/** What a move has made of the position, by how the mover stood before and after. */
const TURNS: Record<Standing, Record<Standing, string>> = {
  won: {
    won: 'made a won position harder',
    better: 'let the opponent back into the game',
    level: 'threw away a win',
    worse: 'turned a won position into a worse one',
    lost: 'turned a won position into a lost one',
  },
  better: {
    won: 'improved a good position',
    better: 'gave back part of the advantage',
    level: 'gave away the advantage',
    worse: 'let the advantage change sides',
    lost: 'turned a better position into a lost one',
  },
  level: {
    won: 'won a level position',
    better: 'took the lead',
    level: 'gave ground in a level position',
    worse: 'fell behind in a level position',
    lost: 'turned a level position into a lost one',
  },
  worse: {
    won: 'turned the game around',
    better: 'turned the game around',
    level: 'got back into the game',
    worse: 'made a hard defence harder',
    lost: 'turned a worse position into a lost one',
  },
  lost: {
    won: 'turned the game around',
    better: 'turned the game around',
    level: 'saved a lost position',
    worse: 'got back into the game',
    lost: 'gave away what chances were left',
  },
};

/** How a won game became a draw with its last move. */
const DRAWN: Record<Exclude<Outcome, 'checkmate'>, string> = {
  stalemate: 'threw away a win by stalemate',
  dead: 'left nothing to mate with and threw away a win',
  'fifty-moves': 'threw away a win by the fifty-move rule',
  repetition: 'threw away a win by repetition',
};

/** `23... Qd7?? by bob threw away a win: 92 % → 51 %. Best was 23... Rb8 24. Qe2 Rxb2. 41 % of 1600s play this too.` */
export const momentWords = (report: ReviewReport, moment: Moment): string =>
  sentences(report, moment, LINE, ({ color }) => ` by ${namesOf(report)[color]}`);

/** The same for the two lines below a board, which shows who moves and what was best. */
export const momentCaption = (report: ReviewReport, moment: Moment): string => sentences(report, moment, 1, () => '');

function sentences(report: ReviewReport, moment: Moment, plies: number, by: (ply: ReviewedPly) => string): string {
  const ply = report.plies[moment.ply - 1];
  if (!ply) return '';
  const best = bestLine(ply, plies);
  const people = peopleWords(ply, report.players[ply.color].rating);
  return [
    `${marked(ply)}${by(ply)} ${happened(report, ply, moment)}: ${chances(moment.before)} → ${chances(moment.after)}.`,
    ...(best ? [`Best was ${best}.`] : []),
    ...(people ? [people] : []),
  ].join(' ');
}

/** What a move has done, as the rest of a sentence that begins with it. */
function happened(report: ReviewReport, ply: ReviewedPly, { before, after }: Moment): string {
  if (!ply.judgement && ply.labels.includes('great-find')) return 'was a great find';
  if (!ply.judgement && ply.labels.includes('only-move')) return 'was the only move';
  const [from, to] = [standingOf(before), standingOf(after)];
  const { ending, plies } = report;
  if (from === 'won' && ending && ending !== 'checkmate' && ply.ply === plies.length) return DRAWN[ending];
  const allowed = within(allowedMate(report, ply));
  const missed = missedWords(report, ply, from, to);
  if (allowed) return `${missed ? `${missed} and ` : ''}walked into mate in ${allowed}`;
  if (missed) return `${missed}${to === 'worse' || to === 'lost' ? ` and got a ${to} position` : ''}`;
  return TURNS[from][to];
}

const within = (mate: number | undefined): number | undefined => (mate && mate <= LONGEST_MATE ? mate : undefined);

/** A mate, or what the opponent's last move had just offered and is offered no more. */
function missedWords(report: ReviewReport, ply: ReviewedPly, from: Standing, to: Standing): string | undefined {
  const mate = within(missedMate(report, ply));
  if (mate) return `missed mate in ${mate}`;
  const offer = report.plies[ply.ply - 2];
  if (!offer || !isSerious(offer) || from === to || !(from === 'won' || from === 'better')) return undefined;
  const earlier = percentBefore(report, offer);
  if (earlier === null || STANDINGS.indexOf(standingOf(100 - earlier)) <= STANDINGS.indexOf(from)) return undefined;
  return `missed the ${from === 'won' ? 'win' : 'chance'} that ${numbered(offer)} had offered`;
}

/** What was found that others would not have found, the hardest first; undefined where there is nothing to praise. */
export function praiseWords(report: ReviewReport): string | undefined {
  const told = new Set(report.moments.map(({ ply }) => ply));
  const rank = ({ labels }: ReviewedPly) => (labels.includes('great-find') ? 0 : 1);
  const found = report.plies
    .filter(ply => !told.has(ply.ply) && !ply.judgement && isFeat(ply))
    .sort((a, b) => rank(a) - rank(b) || (a.maia?.played ?? 1) - (b.maia?.played ?? 1))
    .slice(0, PRAISED)
    .sort((a, b) => a.ply - b.ply);
  if (found.length === 0) return undefined;
  const names = namesOf(report);
  return `Well played: ${found.map(ply => `${marked(ply)} by ${names[ply.color]} (${feat(report, ply)})`).join(', ')}.`;
}

const isFeat = ({ labels, maia }: ReviewedPly): boolean =>
  labels.includes('great-find') || (labels.includes('only-move') && (maia?.played ?? 0) < FOUND_BY_MOST);

function feat({ players }: ReviewReport, { labels, maia, color }: ReviewedPly): string {
  const found = maia ? `${shareText(maia.played)} of ${peopleOf(players[color].rating)} find it` : '';
  return labels.includes('great-find') ? found || 'a great find' : ['the only move', found].filter(Boolean).join('; ');
}
