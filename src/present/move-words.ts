import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital, shareText } from '../base/text.ts';
import { other } from '../chess/position.ts';
import { peopleOf, resultWords, tooltip } from '../chess/words.ts';
import { chances, type Finding, findingOf } from './review-move.ts';

const WORDS: Record<Finding, string> = {
  inaccuracy: 'Inaccuracy',
  mistake: 'Mistake',
  blunder: 'Blunder',
  'great-find': 'Great find',
  'only-move': 'Only move',
};

/** `Blunder: 78 % → 31 %. Nf3 was best; 41 % of 1500s play Qxb2.` Percentages are the mover's. Undefined for a move like most. */
export function moveSentence(report: ReviewReport, ply: ReviewedPly): string | undefined {
  const finding = findingOf(ply);
  if (!finding) return undefined;
  const word = WORDS[finding];
  const people = peopleWords(report, ply);
  if (finding === 'only-move') return `${word}: ${ONLY}.`;
  if (finding === 'great-find') return people ? `${word}: ${people}.` : `${word}.`;
  const [before, after] = [wordsBefore(report, ply), wordsAfter(report, ply)];
  const best = ply.best && ply.best.uci !== ply.uci ? `${ply.best.san} was best` : undefined;
  const rest = best && people ? `${best}; ${people}` : (best ?? (people && capital(people)));
  return `${before && after ? `${word}: ${before} → ${after}` : word}.${rest ? ` ${rest}.` : ''}`;
}

const ONLY = 'everything else is clearly worse';

function wordsBefore(report: ReviewReport, { ply, color }: ReviewedPly): string | undefined {
  const before = report.plies[ply - 2];
  return valueWords(before ?? { score: null, winPercent: report.startWinPercent }, color);
}

function wordsAfter({ plies, ending }: ReviewReport, ply: ReviewedPly): string | undefined {
  const value = valueWords(ply, ply.color);
  const isDraw = ending && ending !== 'checkmate' && ply.ply === plies.length;
  return value && isDraw ? `${value} (${resultWords(ending, other(ply.color)).replace('Draw', 'draw')})` : value;
}

/** A mate is said as a mate, by whoever mates. */
function valueWords({ score, winPercent }: Pick<ReviewedPly, 'score' | 'winPercent'>, mover: ReviewedPly['color']) {
  if (score?.kind === 'mate') return tooltip(score);
  if (winPercent === null) return undefined;
  return chances(mover === 'white' ? winPercent : 100 - winPercent);
}

const RARELY = 0.2;

function peopleWords({ players }: ReviewReport, { color, maia, san }: ReviewedPly): string | undefined {
  if (!maia) return undefined;
  const share = shareText(maia.played);
  const only = maia.played <= RARELY && !share.startsWith('<') ? 'only ' : '';
  return `${only}${share} of ${peopleOf(players[color].rating)} play ${san}`;
}

const SHARE = '(?:< 1|> 99|\\d{1,3}) %';
const VALUE = `(?:${SHARE}(?: \\(draw[ :][a-z -]+\\))?|(?:White|Black) mates in \\d+)`;
const PEOPLE = `(?:[oO]nly )?${SHARE} of \\d+s play \\S+`;
const JUDGED = `${VALUE} → ${VALUE}\\.(?: (?:\\S+ was best(?:; ${PEOPLE})?|${PEOPLE})\\.)?`;

const PATTERNS: Record<Finding, string> = {
  inaccuracy: `${WORDS.inaccuracy}: ${JUDGED}`,
  mistake: `${WORDS.mistake}: ${JUDGED}`,
  blunder: `${WORDS.blunder}: ${JUDGED}`,
  'great-find': `${WORDS['great-find']}: ${PEOPLE}\\.`,
  'only-move': `${WORDS['only-move']}: ${ONLY}\\.`,
};

/** A sentence as above, as a pattern. One with nothing but the word for a finding is not in it: that may be anybody's. */
export const SENTENCE = `(?:${Object.values(PATTERNS).join('|')})`;

const FINDINGS = Object.entries(PATTERNS).map(
  ([finding, pattern]) => [finding as Finding, new RegExp(`^${pattern}$`)] as const,
);

/** What a sentence of an earlier review says, so that it can be taken back. */
export const findingIn = (text: string): Finding | undefined => FINDINGS.find(([, pattern]) => pattern.test(text))?.[0];
