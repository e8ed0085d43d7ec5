import { createHash } from 'node:crypto';

/** A short name for everything that an answer depends on. */
export const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('|')).digest('base64url').slice(0, 32);
