import { ENDGAME_TYPES } from '../analysis/phases/endgames.ts';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital, shareText } from '../base/text.ts';
import type { Phase } from '../chess/game.ts';
import { asComment, evalText, scoreIn, withCommand } from '../chess/pgn/comments.ts';
import { other } from '../chess/position.ts';
import { peopleOf, resultWords, tooltip } from '../chess/words.ts';
import { chances, type Finding, findingOf } from './review-move.ts';

/**
 * What a review writes beside a move: `{ [%eval 0.17] [%clk 0:05:00] Middlegame. Blunder: 78 % → 31 %. Nf3 was best. }`
 * All of it goes into the comment of the clock, as some programs read only one comment a move.
 */

const WORDS: Record<Finding, string> = {
  inaccuracy: 'Inaccuracy',
  mistake: 'Mistake',
  blunder: 'Blunder',
  'great-find': 'Great find',
  'only-move': 'Only move',
};

/** `Blunder: 78 % → 31 %. Nf3 was best; 41 % of 1500s play Qxb2.`, in the mover's percentages; not of most moves. */
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

/** A mate is said as a mate, with the side that mates. */
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

/** A sentence as above. One with nothing but the word for a finding is not in it: an annotator may have written it. */
const SENTENCE = `(?:${Object.values(PATTERNS).join('|')})`;

const FINDINGS = Object.entries(PATTERNS).map(
  ([finding, pattern]) => [finding as Finding, new RegExp(`^${pattern}$`)] as const,
);

/** What a sentence of an earlier review says, so that it can be taken back. */
export const findingIn = (text: string): Finding | undefined => FINDINGS.find(([, pattern]) => pattern.test(text))?.[0];

const THEORY = 'End of theory';

/** At the last move that is theory, unless the game ends with it. */
function theoryWords({ plies, opening }: ReviewReport, { ply }: ReviewedPly): string | undefined {
  const last = plies.findLastIndex(({ book }) => book) + 1;
  if (ply !== last || ply === plies.length) return undefined;
  return opening ? `${THEORY}: ${opening.name}.` : `${THEORY}.`;
}

const PHASES: Record<Phase, string> = { opening: 'Opening', middlegame: 'Middlegame', endgame: 'Endgame' };

/** At the first move of another phase. */
function phaseWords({ plies, phases: { endgameType } }: ReviewReport, { ply, phase }: ReviewedPly): string | undefined {
  const before = plies[ply - 2]?.phase;
  if (before === undefined || before === phase) return undefined;
  const isNamed = phase === 'endgame' && endgameType !== null && endgameType !== PHASES.endgame;
  return isNamed ? `${PHASES.endgame}: ${endgameType}.` : `${PHASES[phase]}.`;
}

const escaped = (text: string): string => text.replace(/[+().]/g, sign => `\\${sign}`);
const BARE = `(?:${Object.values(PHASES).join('|')})\\.`;
const PHASE = `(?:${BARE}|${PHASES.endgame}: (?:${ENDGAME_TYPES.map(escaped).join('|')})\\.)`;
const COMMANDS = '(?:\\s*\\[%\\w+\\s[^[\\]]*\\])';
const GAP = '(?:\\s+|$)';
/** What an investigation has said of the move. */
const INVESTIGATED = 'D\\d+ \\S+ \\(\\d+\\w\\w\\), D\\d+ \\S+ \\(\\d+\\w\\w\\)\\. .+';
// Names may hold a full stop ("St. George Defense"), so it is the whole comment that tells where they end.
const OURS = new RegExp(
  `^(${COMMANDS}*\\s*)(?:${THEORY}(?:: (.+?))?\\.${GAP})?(?:${PHASE}${GAP})?(${SENTENCE}${GAP})?(?:${INVESTIGATED})?$`,
);
const COMMANDS_ONLY = new RegExp(`^${COMMANDS}+\\s*$`);
/** What an annotator may have written as well. */
const COMMON = new RegExp(`^(?:${THEORY}\\.)?\\s*(?:${BARE})?$`);

interface OwnPart {
  commands: string;
  finding: Finding | undefined;
}

/** What stands in a comment of an earlier review to which no word has been added. */
function ownPart(comment: string, openings: readonly string[]): OwnPart | undefined {
  const match = OURS.exec(comment);
  if (!match) return undefined;
  const [, commands = '', opening, sentence = ''] = match;
  // An annotator wrote "End of theory: from here on I was alone.".
  if (opening !== undefined && !openings.includes(opening)) return undefined;
  const isCommon = COMMON.test(comment.slice(commands.length));
  return isCommon ? undefined : { commands, finding: findingIn(sentence.trimEnd()) };
}

/** What an earlier review has said of a move. */
export const saidBefore = (comments: readonly string[], openings: readonly string[]): Finding | undefined =>
  comments.map(comment => ownPart(comment, openings)?.finding).find(finding => finding);

/**
 * The comments of a move with those of a review, which take the place of an earlier one's. `openings`: the names by
 * which the opening of the game may have been called.
 */
export function commentsWith(
  comments: readonly string[],
  report: ReviewReport,
  ply: ReviewedPly,
  openings: readonly string[],
): string[] {
  const scored =
    ply.score && !isSame(comments, ply) ? withCommand(comments, 'eval', evalText(ply.score)) : [...comments];
  const parts = scored.map(comment => ownPart(comment, openings));
  const others = scored.filter((_, index) => !parts[index]);
  const words = [theoryWords(report, ply), phaseWords(report, ply), moveSentence(report, ply)]
    .filter(text => text !== undefined)
    // As it will be read again, so that it is known again.
    .map(asComment)
    .filter(text => !others.some(comment => ` ${comment} `.includes(` ${text} `)))
    .join(' ');
  const own = parts.findIndex(part => part);
  if (own !== -1)
    return scored
      .map((comment, index) => {
        const part = parts[index];
        return part ? `${part.commands}${index === own ? words : ''}` : comment;
      })
      .filter((comment, index) => !parts[index] || comment.trim() !== '');
  if (words === '') return scored;
  const host = scored.findLastIndex(comment => COMMANDS_ONLY.test(comment));
  return host === -1 ? [...scored, words] : scored.with(host, `${scored[host]?.trimEnd()} ${words}`);
}

const isSame = (comments: readonly string[], { score }: ReviewedPly): boolean => {
  const old = scoreIn(comments);
  return old !== undefined && score !== null && evalText(old) === evalText(score);
};
