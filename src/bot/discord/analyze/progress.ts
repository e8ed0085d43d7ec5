import type { RankedMove } from '../../../analysis/expected/progress.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Progress } from '../../../service/jobs.ts';
import { progressText } from '../core/jobs.ts';
import type { Reply } from '../core/reply.ts';
import { joined, playedWords } from './text.ts';

const SHOWN_MOVES = 5;
/** What is done sooner need not be announced. */
const WORTH_TELLING_MS = 10_000;

/** A bar, what is being done, how long it will take, and how the moves stand so far. */
export function progressReply(voice: Voice, progress: Progress): Reply {
  const text = progressText(voice, progress);
  if (progress.kind !== 'expected') return { content: text };
  const { estimateMs, ranking } = progress;
  const estimate =
    estimateMs >= WORTH_TELLING_MS ? [voice.say('progress.estimate', { duration: voice.duration(estimateMs) })] : [];
  const moves = ranking.slice(0, SHOWN_MOVES).map((move, index) => moveLine(voice, move, index + 1));
  const soFar = moves.length > 0 ? ['', `**${voice.say('progress.preliminary')}**`, ...moves] : [];
  return { content: [joined([text, ...estimate]), ...soFar].join('\n') };
}

/** Maia's forecast stands in, and says so with a tilde, until Stockfish has judged. */
function moveLine(voice: Voice, { san, expected, human, maia }: RankedMove, rank: number): string {
  const value = expected !== null ? voice.share(expected) : human !== null ? `~ ${voice.share(human)}` : '';
  return joined([`${rank}. **${san}**`, ...(value ? [value] : []), playedWords(voice, maia)]);
}
