import type { Progress } from '../../service/jobs.ts';
import { sayProgress } from './strings/sentences.ts';
import type { Voice } from './strings/voice.ts';

/** How far a job is, in words, with a bar where that can be told. */
export function progressText(voice: Voice, progress: Progress): string {
  const share = shareOf(progress);
  const words = sayProgress(voice, progress);
  return share === undefined ? words : `${words}\n${barOf(share)} ${voice.percent(share)}`;
}

const LENGTH = 20;

/** `▰▰▰▱▱▱`: no font is without them, and every screen reader says a word for them once. */
export function barOf(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * LENGTH);
  return '▰'.repeat(full) + '▱'.repeat(LENGTH - full);
}

/** From 0 to 1; undefined where nobody knows how much there is to do. */
function shareOf(progress: Progress): number | undefined {
  switch (progress.kind) {
    case 'queued':
      return undefined;
    case 'download':
      return part(progress.done, progress.total);
    case 'expected':
      return progress.phase === 'maia-trees' ? undefined : part(progress.treeNodesEvaluated, progress.totalTreeNodes);
    case 'review':
      return part(progress.evaluated + progress.predicted, progress.positions + progress.predictions);
    case 'investigate':
      return part(progress.done, progress.branches);
  }
}

const part = (done: number, total: number): number | undefined => (total > 0 ? Math.min(1, done / total) : undefined);
