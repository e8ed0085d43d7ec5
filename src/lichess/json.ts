import type { z } from 'zod';
import { Fault } from '../engine/fault.ts';
import type { LichessClient } from './client.ts';

/** What an answer in JSON says, as far as it is read; the fault names what is missing. */
export function readBody<T>(schema: z.ZodType<T>, text: string, what: string, { host }: LichessClient): T {
  const { data, error } = schema.safeParse(jsonOf(text));
  if (!error) return data;
  const path = error.issues[0]?.path.join('.');
  const where = path ? ` (its "${path}" is missing or wrong)` : '';
  throw new Fault('lichess-failed', `${host} sent something that is not ${what}${where}; try again later.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which fits no description either
  }
}
