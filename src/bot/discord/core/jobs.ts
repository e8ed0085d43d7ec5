import type { Voice } from '../../../present/catalogue/voice.ts';
import { type JobOptions, type Progress, shareOf } from '../../../service/jobs.ts';
import type { Session } from './context.ts';
import { sayProgress } from './sentences.ts';

/** For a job in the name of a user. How far it is is shown in their language, unless `onProgress` shows it. */
export function jobOptions(user: string, session: Session, onProgress?: (progress: Progress) => void): JobOptions {
  const show = (progress: Progress) => session.show({ content: progressText(session.voice, progress) });
  return {
    owner: `discord:${user}`,
    meter: session.meter,
    signal: session.signal,
    onProgress: progress => (progress.kind === 'queued' || !onProgress ? show(progress) : onProgress(progress)),
  };
}

/** How far a job is, in words, with a bar where that can be told. */
export function progressText(voice: Voice, progress: Progress): string {
  const share = shareOf(progress);
  const words = sayProgress(voice, progress);
  return share === undefined ? words : `${words}\n${progressBar(share, voice)}`;
}

const LENGTH = 20;

/** `▰▰▰▱▱▱ 50%`: every font has these signs, and every screen reader says a word for them once. */
export function progressBar(share: number, voice: Voice): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * LENGTH);
  return `${'▰'.repeat(full)}${'▱'.repeat(LENGTH - full)} ${voice.percent(share)}`;
}
