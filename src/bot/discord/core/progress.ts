import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Progress } from '../../../service/jobs.ts';
import { shareOf } from '../../../service/progress.ts';
import { sayProgress } from './sentences.ts';

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
