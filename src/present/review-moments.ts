import type { Moment, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { peopleOf } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { namesOf } from './review-game.ts';
import {
  allowedMate,
  bestLine,
  chances,
  findingOf,
  isSerious,
  marked,
  missedMate,
  numbered,
  peopleWords,
  percentBefore,
  STANDINGS,
  type Standing,
  standingOf,
} from './review-move.ts';

/** Three moves for one side and two for the other show what it is about, and a mate in three whole. */
const LINE = 5;
const PRAISED = 3;
/** What more people than this find is no feat: most only moves take back what was taken. */
const FOUND_BY_MANY = 0.33;

/** A mate that takes longer is told as a position that was won or lost. */
const LONGEST_MATE = 5;

/** `23... Qd7?? by bob threw away a win: 92 % → 51 %. Best was 23... Rb8 24. Qe2 Rxb2. 41 % of 1600s play this too.` */
export function momentWords(report: ReviewReport, moment: Moment, voice: ReportVoice = ENGLISH_VOICE): string {
  const ply = plyOf(report, moment);
  const line = bestLine(ply, LINE);
  const name = namesOf(report, voice)[ply.color];
  const what = voice.say('moment.by', { name, did: happened(report, ply, moment, voice) });
  return sentences(report, moment, voice, what, line && voice.say('moment.best-was', { line }));
}

/** The same in the two lines below a board, which shows who moves and what was best. */
export function momentCaption(report: ReviewReport, moment: Moment, voice: ReportVoice = ENGLISH_VOICE): string {
  const ply = plyOf(report, moment);
  const move = bestLine(ply, 1) && ply.best?.san;
  return sentences(
    report,
    moment,
    voice,
    turnWords(report, ply, moment, voice),
    move && voice.say('moment.best', { move }),
  );
}

function plyOf({ plies }: ReviewReport, { ply }: Moment): ReviewedPly {
  const played = plies[ply - 1];
  if (!played) throw new RangeError(`there is no half-move ${ply} in this game`);
  return played;
}

function sentences(
  report: ReviewReport,
  moment: Moment,
  voice: ReportVoice,
  what: string,
  best: string | undefined,
): string {
  const ply = plyOf(report, moment);
  const first = `${marked(ply)} ${what}: ${chances(moment.before, voice)} → ${chances(moment.after, voice)}.`;
  return [first, best, peopleWords(ply, report.players[ply.color].rating, voice)].filter(Boolean).join(' ');
}

/** What a move has done, as the rest of a sentence that begins with it. */
function happened(report: ReviewReport, ply: ReviewedPly, moment: Moment, voice: ReportVoice): string {
  const offer = offerOf(report, ply, moment);
  if (!offer) return turnWords(report, ply, moment, voice);
  const missed = voice.say(`moment.missed-${offer.kind}`, { move: offer.move });
  const moves = shortMate(allowedMate(report, ply));
  const two = moves ? voice.say('moment.allowed-mate', { moves }) : gotInto(standingOf(moment.after), voice);
  return two ? voice.say('moment.and-after-offer', { one: missed, two }) : missed;
}

/** By itself, whatever came before. */
function turnWords(report: ReviewReport, ply: ReviewedPly, { before, after }: Moment, voice: ReportVoice): string {
  const finding = findingOf(ply);
  if (finding === 'great-find') return voice.say('moment.great-find');
  if (finding === 'only-move') return voice.say('moment.only-move');
  const { ending, plies } = report;
  const [from, to] = [standingOf(before), standingOf(after)];
  if (from === 'won' && ending && ending !== 'checkmate' && ply.ply === plies.length)
    return voice.say(`drawn.${ending}`);
  const [missed, allowed] = [shortMate(missedMate(report, ply)), shortMate(allowedMate(report, ply))];
  const mated = allowed ? voice.say('moment.allowed-mate', { moves: allowed }) : undefined;
  if (!missed) return mated ?? voice.say(`turn.${from}.${to}`);
  const one = voice.say('moment.missed-mate', { moves: missed });
  const two = mated ?? gotInto(to, voice);
  return two ? voice.say('moment.and', { one, two }) : one;
}

/** Where the mover got to, if that is bad. */
const gotInto = (to: Standing, voice: ReportVoice): string | undefined =>
  to === 'worse' || to === 'lost' ? voice.say(`moment.got-${to}`) : undefined;

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
export function praiseWords(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): string | undefined {
  const told = new Set(report.moments.map(({ ply }) => ply));
  const rank = (ply: ReviewedPly) => (findingOf(ply) === 'great-find' ? 0 : 1);
  const found = report.plies
    .filter(ply => !told.has(ply.ply) && isFeat(ply))
    .sort((a, b) => rank(a) - rank(b) || (a.maia?.played ?? 1) - (b.maia?.played ?? 1))
    .slice(0, PRAISED)
    .sort((a, b) => a.ply - b.ply);
  if (found.length === 0) return undefined;
  const names = namesOf(report, voice);
  const moves = found.map(ply =>
    voice.say('praise.move', { move: marked(ply), name: names[ply.color], why: feat(report, ply, voice) }),
  );
  return voice.say('praise.moves', { moves: moves.join(', ') });
}

function isFeat(ply: ReviewedPly): boolean {
  const finding = findingOf(ply);
  return finding === 'great-find' || (finding === 'only-move' && (ply.maia?.played ?? 1) < FOUND_BY_MANY);
}

function feat({ players }: ReviewReport, ply: ReviewedPly, voice: ReportVoice): string {
  const people = peopleOf(players[ply.color].rating, voice);
  const found = ply.maia ? voice.say('praise.found', { share: voice.share(ply.maia.played), people }) : '';
  if (findingOf(ply) === 'great-find') return found || voice.say('praise.great-find');
  return [voice.say('praise.only-move'), found].filter(Boolean).join('; ');
}
