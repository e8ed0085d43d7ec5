import type { Progress } from './jobs.ts';

/** How far a job is, from 0 to 1; undefined where nobody knows how much there is to do. */
export function shareOf(progress: Progress): number | undefined {
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
