import type { Loopback } from './loopback.ts';
import type { Reply } from './reply.ts';
import type { Seen } from './request.ts';

/** Something that can be asked, and how it is answered. */

export interface Call {
  lichess: Loopback;
  request: Seen;
  /** From the path. */
  ids: string[];
}
export type Route = [method: string, path: RegExp, handle: (call: Call) => Reply];

export const ID = '(\\w{8})';
export const path = (pattern: string): RegExp => new RegExp(`^${pattern}$`);
