import { ENDGAME_TYPES } from '../analysis/phases/endgames.ts';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import type { Phase } from '../chess/game.ts';
import { asComment, evalText, scoreIn, withCommand } from '../chess/pgn/comments.ts';
import { findingIn, moveSentence, SENTENCE } from './move-words.ts';
import type { Finding } from './review-move.ts';

/**
 * What a review writes beside a move: `{ [%eval 0.17] [%clk 0:05:00] Middlegame. Blunder: 78 % → 31 %. Nf3 was best. }` All of it
 * goes into the comment of the clock, as some programs read only one comment a move.
 */

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
/** What anybody may have written. */
const ANYBODY = new RegExp(`^(?:${THEORY}\\.)?\\s*(?:${BARE})?$`);

interface OwnPart {
  commands: string;
  finding: Finding | undefined;
}

/** What stands in a comment that is an earlier review's, and to which nobody has added a word. */
function ownPart(comment: string, openings: readonly string[]): OwnPart | undefined {
  const match = OURS.exec(comment);
  if (!match) return undefined;
  const [, commands = '', opening, sentence = ''] = match;
  // "End of theory: from here on I was alone." is somebody's.
  if (opening !== undefined && !openings.includes(opening)) return undefined;
  const isAnybodys = ANYBODY.test(comment.slice(commands.length));
  return isAnybodys ? undefined : { commands, finding: findingIn(sentence.trimEnd()) };
}

/** What an earlier review has said of a move. */
export const saidBefore = (comments: readonly string[], openings: readonly string[]): Finding | undefined =>
  comments.map(comment => ownPart(comment, openings)?.finding).find(finding => finding);

/**
 * The comments of a move with those of a review, which take the place of an earlier one's. `openings`: the names by which
 * the opening of the game may have been called.
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
