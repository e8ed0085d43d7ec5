import type { Moment, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import type { Outcome } from '../chess/trail.ts';
import { peopleOf, shareText } from '../chess/words.ts';
import {
  allowedMate,
  isSerious,
  missedMate,
  percentBefore,
  STANDINGS,
  type Standing,
  standingOf,
} from './review-course.ts';
import { bestLine, chances, findingOf, marked, numbered, peopleWords } from './review-move.ts';
import { namesOf } from './review-players.ts';

/** Three moves for one side and two for the other show what it is about, and a mate in three whole. */
const LINE = 5;
const PRAISED = 3;
/** What more people than this find is no feat: most only moves take back what was taken. */
const FOUND_BY_MANY = 0.33;

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
export function momentWords(report: ReviewReport, moment: Moment): string {
  const ply = plyOf(report, moment);
  const best = bestLine(ply, LINE);
  const what = `by ${namesOf(report)[ply.color]} ${happened(report, ply, moment)}`;
  return sentences(report, moment, what, best && `Best was ${best}.`);
}

/** The same in the two lines below a board, which shows who moves and what was best. */
export function momentCaption(report: ReviewReport, moment: Moment): string {
  const ply = plyOf(report, moment);
  const best = bestLine(ply, 1) && ply.best?.san;
  return sentences(report, moment, turnWords(report, ply, moment), best && `Best: ${best}.`);
}

function plyOf({ plies }: ReviewReport, { ply }: Moment): ReviewedPly {
  const played = plies[ply - 1];
  if (!played) throw new RangeError(`there is no half-move ${ply} in this game`);
  return played;
}

function sentences(report: ReviewReport, moment: Moment, what: string, best: string | undefined): string {
  const ply = plyOf(report, moment);
  const first = `${marked(ply)} ${what}: ${chances(moment.before)} → ${chances(moment.after)}.`;
  return [first, best, peopleWords(ply, report.players[ply.color].rating)].filter(Boolean).join(' ');
}

/** What a move has done, as the rest of a sentence that begins with it. */
function happened(report: ReviewReport, ply: ReviewedPly, moment: Moment): string {
  const offer = offerOf(report, ply, moment);
  if (!offer) return turnWords(report, ply, moment);
  const missed = `missed the ${offer.kind} that ${offer.move} had offered`;
  const allowed = shortMate(allowedMate(report, ply));
  if (allowed) return `${missed} and walked into mate in ${allowed}`;
  const to = standingOf(moment.after);
  return to === 'worse' || to === 'lost' ? `${missed} and got a ${to} position` : missed;
}

/** By itself, whatever came before. */
function turnWords(report: ReviewReport, ply: ReviewedPly, { before, after }: Moment): string {
  const finding = findingOf(ply);
  if (finding === 'great-find') return 'was a great find';
  if (finding === 'only-move') return 'was the only move';
  const { ending, plies } = report;
  const [from, to] = [standingOf(before), standingOf(after)];
  if (from === 'won' && ending && ending !== 'checkmate' && ply.ply === plies.length) return DRAWN[ending];
  const [missed, allowed] = [shortMate(missedMate(report, ply)), shortMate(allowedMate(report, ply))];
  if (missed && allowed) return `missed mate in ${missed} and walked into mate in ${allowed}`;
  if (allowed) return `walked into mate in ${allowed}`;
  if (!missed) return TURNS[from][to];
  return `missed mate in ${missed}${to === 'worse' || to === 'lost' ? ` and got a ${to} position` : ''}`;
}

const shortMate = (mate: number | undefined): number | undefined => (mate && mate <= LONGEST_MATE ? mate : undefined);

/** What the opponent's last move had just offered, if it is offered no more; a mate is told by its length. */
function offerOf(report: ReviewReport, ply: ReviewedPly, { before, after }: Moment) {
  const [offer, from] = [report.plies[ply.ply - 2], standingOf(before)];
  if (!offer || !isSerious(offer) || !ply.judgement || shortMate(missedMate(report, ply))) return undefined;
  if ((from !== 'won' && from !== 'better') || from === standingOf(after)) return undefined;
  const earlier = percentBefore(report, offer);
  const isNew = earlier !== null && STANDINGS.indexOf(standingOf(100 - earlier)) > STANDINGS.indexOf(from);
  return isNew ? { kind: from === 'won' ? 'win' : 'chance', move: numbered(offer) } : undefined;
}

/** What was found that others would not have found, the hardest first; undefined where there is nothing to praise. */
export function praiseWords(report: ReviewReport): string | undefined {
  const told = new Set(report.moments.map(({ ply }) => ply));
  const rank = (ply: ReviewedPly) => (findingOf(ply) === 'great-find' ? 0 : 1);
  const found = report.plies
    .filter(ply => !told.has(ply.ply) && isFeat(ply))
    .sort((a, b) => rank(a) - rank(b) || (a.maia?.played ?? 1) - (b.maia?.played ?? 1))
    .slice(0, PRAISED)
    .sort((a, b) => a.ply - b.ply);
  if (found.length === 0) return undefined;
  const names = namesOf(report);
  return `Well played: ${found.map(ply => `${marked(ply)} by ${names[ply.color]} (${feat(report, ply)})`).join(', ')}.`;
}

function isFeat(ply: ReviewedPly): boolean {
  const finding = findingOf(ply);
  return finding === 'great-find' || (finding === 'only-move' && (ply.maia?.played ?? 1) < FOUND_BY_MANY);
}

function feat({ players }: ReviewReport, ply: ReviewedPly): string {
  const found = ply.maia ? `${shareText(ply.maia.played)} of ${peopleOf(players[ply.color].rating)} find it` : '';
  if (findingOf(ply) === 'great-find') return found || 'a great find';
  return ['the only move', found].filter(Boolean).join('; ');
}
