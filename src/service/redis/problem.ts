import { systemReason } from '../../base/fault.ts';

/** Why Redis cannot be used, in sentences that say what to do. None of them shows the password. */

/** BullMQ's own recommendation: https://docs.bullmq.io/guide/redis-tm-compatibility */
const MIN_VERSION = [6, 2] as const;

/** The address without the user and the password in it. */
export function placeOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '6379'}`;
}

export function problemText(error: Error & { code?: string }, url: string): string {
  const place = placeOf(url);
  if (/^WRONGPASS|invalid password/.test(error.message))
    return `Redis at ${place} does not accept the password; check REDIS_URL.`;
  if (/^NOAUTH/.test(error.message))
    return `Redis at ${place} asks for a password; write it into REDIS_URL as redis://:password@${place}.`;
  if (/^NOPERM/.test(error.message))
    return `Redis at ${place} does not let this user do what Kibitz needs; check the user in REDIS_URL.`;
  if (/^OOM/.test(error.message))
    return `Redis at ${place} has no memory left (maxmemory); give it more, or lower KIBITZ_CACHE_MB where workers run.`;
  if (/^READONLY/.test(error.message))
    return `Redis at ${place} is a copy that takes nothing; write the address of the original into REDIS_URL.`;
  // It answers, and what it says is its own affair: it starts, its disk is full, its original is gone.
  if (error.name === 'ReplyError') return `Redis at ${place} refuses: ${error.message}`;
  return `Redis at ${place} cannot be reached (${systemReason(error)}); start it, or check REDIS_URL.`;
}

/** Before the first word. */
export const notYet = (url: string): string => `Redis at ${placeOf(url)} has not answered yet.`;

export const silentText = (url: string): string => `Redis at ${placeOf(url)} does not answer.`;

/** What is wrong with a Redis that answers, from what it says of itself; undefined if nothing is. */
export function versionProblem(info: string, url: string): string | undefined {
  const version = fieldOf(info, 'redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return undefined;
  return `Redis at ${placeOf(url)} is version ${version || 'unknown'}; Kibitz needs ${MIN_VERSION.join('.')} or later.`;
}

/** A Redis that makes room by forgetting would forget jobs. */
export function memoryProblem(info: string, url: string): string | undefined {
  const policy = fieldOf(info, 'maxmemory_policy');
  if (policy === undefined || policy === 'noeviction' || fieldOf(info, 'maxmemory') === '0') return undefined;
  return `Redis at ${placeOf(url)} forgets jobs when its memory is full (maxmemory-policy ${policy}); set it to noeviction.`;
}

const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
