import type { Fault } from '../../../base/fault.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { type Progress, shareOf } from '../../../service/jobs.ts';
import type { Admission } from '../../limits.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** Sentences for faults, limits and progress. A new kind does not compile until there is a sentence for it. */

/** A sentence may quote what a user has typed. */
const LONGEST_REASON = 400;

export function sayFault(voice: Voice, { code, message, refusal }: Fault): string {
  if (code !== 'bad-input') return voice.say(`fault.${code}`);
  return escapeMarkdown(refusal ? voice.refuse(refusal) : message, LONGEST_REASON);
}

type Refusal = Extract<Admission, { kind: 'refused' }>;

export function sayLimit(voice: Voice, { limit, most, next }: Refusal, now: number): string {
  const duration = voice.duration((next ?? now) - now);
  if (limit === 'user-engine' || limit === 'server-engine')
    return voice.say(`limit.${limit}`, { time: voice.duration(most * 1000), duration });
  return voice.say(`limit.${limit}`, { most, duration });
}

/** The same of requests to Lichess. */
export function sayFetchLimit(voice: Voice, refusal: Refusal, now: number): string {
  const { limit, most, next } = refusal;
  // They ask no engine.
  if (limit === 'user-engine' || limit === 'server-engine') return sayLimit(voice, refusal, now);
  const duration = voice.duration((next ?? now) - now);
  return voice.say(`fetch.${limit}`, { most, duration });
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

export function sayProgress(voice: Voice, progress: Progress): string {
  switch (progress.kind) {
    case 'queued':
      return progress.position === 1
        ? voice.say('wait.next')
        : voice.say('wait.position', { position: progress.position });
    case 'download':
      return voice.say('progress.download', { done: megabytes(progress.done), total: megabytes(progress.total) });
    case 'expected':
      return sayPhase(voice, progress);
    case 'review':
      return progress.evaluated < progress.positions
        ? voice.say('progress.review', { done: progress.evaluated, total: progress.positions })
        : voice.say('progress.humans', { done: progress.predicted, total: progress.predictions });
    case 'investigate':
      return voice.say('progress.investigate', { done: progress.done, total: progress.branches });
  }
}

function sayPhase(voice: Voice, progress: Extract<Progress, { kind: 'expected' }>): string {
  switch (progress.phase) {
    case 'maia-trees':
      return voice.say('progress.maia-trees', { positions: progress.totalTreeNodes });
    case 'stockfish-eval':
      return voice.say('progress.stockfish-eval', { done: progress.currentMove, total: progress.totalMoves });
    case 'complete':
      return voice.say('progress.complete');
  }
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
