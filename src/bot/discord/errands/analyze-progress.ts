import type { RankedMove } from '../../../analysis/expected/progress.ts';
import type { Progress } from '../../../service/jobs.ts';
import type { Reply } from '../reply.ts';
import { sayProgress } from '../strings/sentences.ts';
import type { Voice } from '../strings/voice.ts';
import { joined, playedWords, shareWords } from './analyze-words.ts';

/** How far an analysis is. */

const BAR_LENGTH = 16;
const SHOWN_MOVES = 5;
/** What is done sooner need not be announced. */
const WORTH_TELLING_MS = 10_000;

export function progressReply(voice: Voice, progress: Progress): Reply {
  const sentence = sayProgress(voice, progress);
  if (progress.kind !== 'expected') return { content: sentence };
  const { phase, treeNodesEvaluated, totalTreeNodes, estimateMs, ranking } = progress;
  // The trees still grow in the first phase: a share of what is known so far would run backwards.
  const share =
    phase === 'maia-trees' ? 0 : phase === 'complete' ? 1 : treeNodesEvaluated / Math.max(1, totalTreeNodes);
  const estimate =
    estimateMs >= WORTH_TELLING_MS ? [voice.say('progress.estimate', { duration: voice.duration(estimateMs) })] : [];
  const moves = ranking.slice(0, SHOWN_MOVES).map((move, index) => moveLine(voice, move, index + 1));
  return {
    content: [
      `${bar(share)} ${voice.percent(Math.floor(share * 100) / 100)}`,
      joined([sentence, ...estimate]),
      ...(moves.length > 0 ? ['', `**${voice.say('progress.preliminary')}**`, ...moves] : []),
    ].join('\n'),
  };
}

export function bar(share: number): string {
  const full = Math.max(0, Math.min(BAR_LENGTH, Math.floor(share * BAR_LENGTH)));
  return '▰'.repeat(full) + '▱'.repeat(BAR_LENGTH - full);
}

/** Maia's forecast stands in, and says so with a tilde, until Stockfish has judged. */
function moveLine(voice: Voice, { san, expected, human, maia }: RankedMove, rank: number): string {
  const value = expected !== null ? shareWords(voice, expected) : human !== null ? `~ ${shareWords(voice, human)}` : '';
  return joined([`${rank}. **${san}**`, ...(value ? [value] : []), playedWords(voice, maia)]);
}
