import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { Status } from '../status.ts';
import { isOurs, type Release } from './protocol.ts';

/**
 * The entries with which bots and workers of all versions sign in to Redis at every beat, so that each sees the others.
 */

/** The fields that entries of all versions have. */
const Member = z.object({
  id: z.string().min(1).max(100),
  role: z.enum(['bot', 'worker']),
  /** The name of the machine. */
  host: z.string().max(255),
  kibitz: z.string().min(1).max(100),
  protocol: z.number().int().min(1).max(1_000_000),
});
export type Member = z.infer<typeof Member>;

/** The largest number that `kibitz worker --concurrency` takes is 1000. */
const jobs = z.number().int().min(0).max(1000);
/** How many jobs of each class are taken at once. */
const places = z.object({ move: jobs, short: jobs, long: jobs, background: jobs });

/** A worker of this version. */
const WorkerInfo = Member.extend({ role: z.literal('worker'), places, status: Status });
export type WorkerInfo = z.infer<typeof WorkerInfo>;

interface MembersFound {
  /** The workers of this version. */
  workers: WorkerInfo[];
  /** Bots and workers of other versions. */
  others: Member[];
  /** Why entries could not be read. */
  refused: string[];
}

export function readMembers(texts: readonly string[]): MembersFound {
  const found: MembersFound = { workers: [], others: [], refused: [] };
  for (const text of texts) {
    const member = Member.safeParse(parseJson(text));
    if (!member.success) found.refused.push(whatIsWrong(member.error));
    else if (!isOurs(member.data satisfies Release)) found.others.push(member.data);
    else if (member.data.role === 'worker') {
      const worker = WorkerInfo.safeParse(parseJson(text));
      if (worker.success) found.workers.push(worker.data);
      else found.refused.push(`${member.data.id}, ${whatIsWrong(worker.error)}`);
    }
  }
  return found;
}

function whatIsWrong({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'card'}: ${issue?.message ?? 'not understood'}`;
}
