import type { Moment, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import type { Language, Tongue } from '../chess/tongue.ts';
import { ENGLISH, peopleOf } from '../chess/words.ts';
import { MOMENTS } from './phrases/moments.ts';
import { allowedMate, isSerious, missedMate, percentBefore, STANDINGS, standingOf } from './review-course.ts';
import { bestLine, chances, findingOf, marked, numbered, peopleWords } from './review-move.ts';
import { namesOf } from './review-players.ts';

/** Three moves for one side and two for the other show what it is about, and a mate in three whole. */
const LINE = 5;
const PRAISED = 3;
/** What more people than this find is no feat: most only moves take back what was taken. */
const FOUND_BY_MANY = 0.33;

/** A mate that takes longer is nobody's to see: then it is a position that was won or lost. */
const LONGEST_MATE = 5;

/** `23... Qd7?? by bob threw away a win: 92 % → 51 %. Best was 23... Rb8 24. Qe2 Rxb2. 41 % of 1600s play this too.` */
export function momentWords(report: ReviewReport, moment: Moment, tongue: Tongue = ENGLISH): string {
  const [ply, words] = [plyOf(report, moment), MOMENTS[tongue.language]];
  const best = bestLine(ply, LINE);
  const what = words.by(namesOf(report, tongue.language)[ply.color], happened(report, ply, moment, words));
  return sentences(report, moment, tongue, what, best && words.bestWas(best));
}

/** The same in the two lines below a board, which shows who moves and what was best. */
export function momentCaption(report: ReviewReport, moment: Moment, tongue: Tongue = ENGLISH): string {
  const [ply, words] = [plyOf(report, moment), MOMENTS[tongue.language]];
  const best = bestLine(ply, 1) && ply.best?.san;
  return sentences(report, moment, tongue, turnWords(report, ply, moment, words), best && words.best(best));
}

function plyOf({ plies }: ReviewReport, { ply }: Moment): ReviewedPly {
  const played = plies[ply - 1];
  if (!played) throw new RangeError(`there is no half-move ${ply} in this game`);
  return played;
}

function sentences(
  report: ReviewReport,
  moment: Moment,
  tongue: Tongue,
  what: string,
  best: string | undefined,
): string {
  const ply = plyOf(report, moment);
  const first = `${marked(ply)} ${what}: ${chances(moment.before, tongue)} → ${chances(moment.after, tongue)}.`;
  return [first, best, peopleWords(ply, report.players[ply.color].rating, tongue)].filter(Boolean).join(' ');
}

type Words = (typeof MOMENTS)[Language];

/** What a move has done, as the rest of a sentence that begins with it. */
function happened(report: ReviewReport, ply: ReviewedPly, moment: Moment, words: Words): string {
  const offer = offerOf(report, ply, moment);
  if (!offer) return turnWords(report, ply, moment, words);
  const missed = words.missedOffer(offer.kind, offer.move);
  const allowed = shortMate(allowedMate(report, ply));
  if (allowed) return words.andAfterOffer(missed, words.allowedMate(allowed));
  const to = standingOf(moment.after);
  return to === 'worse' || to === 'lost' ? words.andAfterOffer(missed, words.gotInto(to)) : missed;
}

/** By itself, whatever came before. */
function turnWords(report: ReviewReport, ply: ReviewedPly, { before, after }: Moment, words: Words): string {
  const finding = findingOf(ply);
  if (finding === 'great-find') return words.greatFind;
  if (finding === 'only-move') return words.onlyMove;
  const { ending, plies } = report;
  const [from, to] = [standingOf(before), standingOf(after)];
  if (from === 'won' && ending && ending !== 'checkmate' && ply.ply === plies.length) return words.drawn[ending];
  const [missed, allowed] = [shortMate(missedMate(report, ply)), shortMate(allowedMate(report, ply))];
  if (missed && allowed) return words.and(words.missedMate(missed), words.allowedMate(allowed));
  if (allowed) return words.allowedMate(allowed);
  if (!missed) return words.turns[from][to];
  const only = words.missedMate(missed);
  return to === 'worse' || to === 'lost' ? words.and(only, words.gotInto(to)) : only;
}

const shortMate = (mate: number | undefined): number | undefined => (mate && mate <= LONGEST_MATE ? mate : undefined);

/** What the opponent's last move had just offered, if it is offered no more; a mate is told by its length. */
function offerOf(report: ReviewReport, ply: ReviewedPly, { before, after }: Moment) {
  const [offer, from] = [report.plies[ply.ply - 2], standingOf(before)];
  if (!offer || !isSerious(offer) || !ply.judgement || shortMate(missedMate(report, ply))) return undefined;
  if ((from !== 'won' && from !== 'better') || from === standingOf(after)) return undefined;
  const earlier = percentBefore(report, offer);
  const isNew = earlier !== null && STANDINGS.indexOf(standingOf(100 - earlier)) > STANDINGS.indexOf(from);
  return isNew ? { kind: from === 'won' ? ('win' as const) : ('chance' as const), move: numbered(offer) } : undefined;
}

/** What was found that others would not have found, the hardest first; undefined where there is nothing to praise. */
export function praiseWords(report: ReviewReport, tongue: Tongue = ENGLISH): string | undefined {
  const told = new Set(report.moments.map(({ ply }) => ply));
  const rank = (ply: ReviewedPly) => (findingOf(ply) === 'great-find' ? 0 : 1);
  const found = report.plies
    .filter(ply => !told.has(ply.ply) && isFeat(ply))
    .sort((a, b) => rank(a) - rank(b) || (a.maia?.played ?? 1) - (b.maia?.played ?? 1))
    .slice(0, PRAISED)
    .sort((a, b) => a.ply - b.ply);
  if (found.length === 0) return undefined;
  const [names, words] = [namesOf(report, tongue.language), MOMENTS[tongue.language]];
  const moves = found.map(ply => words.praised(marked(ply), names[ply.color], feat(report, ply, tongue)));
  return words.praise(moves.join(', '));
}

function isFeat(ply: ReviewedPly): boolean {
  const finding = findingOf(ply);
  return finding === 'great-find' || (finding === 'only-move' && (ply.maia?.played ?? 1) < FOUND_BY_MANY);
}

function feat({ players }: ReviewReport, ply: ReviewedPly, { language, share }: Tongue): string {
  const words = MOMENTS[language];
  const people = peopleOf(players[ply.color].rating, language);
  const found = ply.maia ? words.findIt(share(ply.maia.played), people) : '';
  if (findingOf(ply) === 'great-find') return found || words.aGreatFind;
  return [words.theOnlyMove, found].filter(Boolean).join('; ');
}
