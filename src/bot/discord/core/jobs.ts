import type { Voice } from '../../../present/catalogue/voice.ts';
import {
  type Job,
  type JobKind,
  type JobOf,
  type JobOptions,
  type JobResults,
  type Progress,
  shareOf,
} from '../../../service/jobs.ts';
import type { BotContext, Session } from './context.ts';
import { sayProgress } from './sentences.ts';

/** Jobs in the name of a user. How far one is is shown in their language, unless `onProgress` shows it. */

type UserJobOptions = Pick<JobOptions, 'deadlineMs' | 'onProgress'>;

export const runJob = <K extends JobKind>(
  job: JobOf<K>,
  user: string,
  session: Session,
  { service }: Pick<BotContext, 'service'>,
  options: UserJobOptions = {},
): Promise<JobResults[K]> => service.run(job, optionsOf(user, session, options));

/** The same for a report that is to be kept and shown. */
export const runPackedJob = (
  job: Job,
  user: string,
  session: Session,
  { service }: Pick<BotContext, 'service'>,
  options: UserJobOptions = {},
): Promise<Uint8Array> => service.runPacked(job, optionsOf(user, session, options));

function optionsOf(user: string, session: Session, options: UserJobOptions): JobOptions {
  const show = (progress: Progress) => session.show({ content: progressText(session.voice, progress) });
  const { onProgress = show } = options;
  return {
    ...options,
    owner: `discord:${user}`,
    meter: session.meter,
    signal: session.signal,
    onProgress: progress => (progress.kind === 'queued' ? show(progress) : onProgress(progress)),
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
