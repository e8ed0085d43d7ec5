import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { plural } from '../../base/text.ts';
import { type Capacity, CLASSES, capacityOf, type JobPlaces } from '../capacity.ts';
import { Status } from '../status.ts';
import { isOurs, RELEASE, type Release, releaseName, SHARED } from './protocol.ts';
import { present } from './scripts.ts';

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

/**
 * Bots and workers of Kibitz from before its protocol had a number. They use other names in Redis, so that no jobs are
 * exchanged with them; they are only noticed, to be reported.
 */

const WORKERS = `${SHARED}:workers`;
/** Each of their bots and workers has a key with this prefix. */
const ASKER = `${SHARED}:asker:`;
const ELDER = { host: 'unknown', kibitz: '0.1.0 or earlier', protocol: 1 };
/** How many keys are scanned in a beat: a thousand take Redis less than a millisecond. */
const A_BEAT = 1_000;

class LegacyMembers {
  #cursor = '0';
  #found = new Set<string>();
  #askers: string[] = [];

  async look(redis: Redis): Promise<Member[]> {
    const texts = await present(redis, WORKERS);
    const workers = texts.map(text => /"id":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 100));
    await this.#scan(redis);
    const bots = this.#askers.filter(id => !workers.includes(id));
    return [
      ...workers.map(id => ({ ...ELDER, id, role: 'worker' as const })),
      ...bots.map(id => ({ ...ELDER, id, role: 'bot' as const })),
    ];
  }

  /** Looks for their bots, which are in no list, among all keys, a part of them in each beat. */
  async #scan(redis: Redis): Promise<void> {
    const [cursor, keys] = await redis.scan(this.#cursor, 'MATCH', `${ASKER}*`, 'COUNT', A_BEAT);
    for (const key of keys) this.#found.add(key.slice(ASKER.length));
    this.#cursor = cursor;
    if (cursor !== '0') return;
    this.#askers = [...this.#found];
    this.#found = new Set();
  }
}

/**
 * The bots and workers that use the same Redis. Those of another version exchange no jobs with this one, which is
 * logged once.
 */
export class WorkerRegistry {
  readonly #role: Member['role'];
  readonly #log: Logger;
  readonly #legacy = new LegacyMembers();
  readonly #told = new Set<string>();
  #others: Member[] = [];

  constructor(role: Member['role'], log: Logger) {
    this.#role = role;
    this.#log = log;
  }

  /** The workers of this version. */
  async look(redis: Redis): Promise<WorkerInfo[]> {
    const { workers, others, refused } = await present(redis).then(readMembers);
    const other = this.#role === 'bot' ? 'worker' : 'bot';
    this.#others = [...others, ...(await this.#legacy.look(redis))].filter(({ role }) => role === other);
    for (const group of grouped(this.#others)) this.#tell(sentence(this.#role, group), keyOf(group[0]));
    for (const why of refused) this.#tell(`What a worker says of itself in Redis is ignored (${why}).`);
    return workers;
  }

  /** Why the workers that are there cannot be used: they are of another version. */
  get problem(): string | undefined {
    const [group] = grouped(this.#others);
    return group && sentence(this.#role, group);
  }

  get refused(): NonNullable<Status['refused']> {
    return grouped(this.#others).map(group => {
      const [{ kibitz, protocol }] = group;
      return { kibitz, protocol, workers: group.length };
    });
  }

  #tell(text: string, key = text): void {
    if (!this.#told.has(key)) this.#log.warn(text);
    this.#told.add(key);
  }
}

type Group = [Member, ...Member[]];
const keyOf = ({ kibitz, protocol }: Release): string => `${kibitz} ${protocol}`;

function grouped(members: readonly Member[]): Group[] {
  const groups = new Map<string, Group>();
  for (const member of members) {
    const group = groups.get(keyOf(member));
    if (group) group.push(member);
    else groups.set(keyOf(member), [member]);
  }
  return [...groups.values()];
}

function sentence(own: Member['role'], group: Group): string {
  const [first] = group;
  const are = group.length === 1 ? 'is' : 'are';
  const hosts = [...new Set(group.map(({ host }) => host))].filter(host => host !== 'unknown').slice(0, 5);
  const where = hosts.length > 0 ? ` on ${hosts.join(', ')}` : '';
  const consequence =
    own === 'bot'
      ? `${group.length === 1 ? 'it gets' : 'they get'} no jobs from here`
      : 'this worker gets no jobs from there';
  return (
    `${plural(group.length, first.role)}${where} at the same Redis ${are} of another version (${releaseName(first)}; ` +
    `this ${own} is ${releaseName(RELEASE)}): ${consequence}. Update whichever is older.`
  );
}

/** The capacity of all workers together. */
export const capacityOfAll = (workers: readonly WorkerInfo[]): Capacity =>
  capacityOf(
    totals<keyof JobPlaces>(
      workers.map(({ places }) => places),
      CLASSES,
    ),
  );

/** The status of all workers together; undefined if there is none. */
export function statusOf(workers: readonly WorkerInfo[], queue: Status['queue']): Status | undefined {
  const all = workers.map(({ status }) => status);
  const [first] = all;
  if (!first) return undefined;
  // A worker without Stockfish does no harm as long as another one has it, but its problem is shown.
  const stockfish = all.map(status => status.stockfish);
  const maia = all.map(status => status.maia);
  const cache = all.map(status => status.cache);
  return {
    ...first,
    uptimeMs: Math.max(...all.map(({ uptimeMs }) => uptimeMs)),
    queue,
    stockfish: {
      ...(stockfish.find(({ problem }) => problem === null) ?? first.stockfish),
      ...totals(stockfish, ['engines', 'busy', 'busyMs', 'failures']),
      problem: stockfish.find(({ problem }) => problem !== null)?.problem ?? null,
      pids: stockfish.flatMap(({ pids }) => pids),
    },
    maia: {
      ...first.maia,
      ...totals(maia, ['workers', 'busy', 'busyMs', 'failures']),
      loaded: maia.some(({ loaded }) => loaded),
      pids: maia.flatMap(({ pids }) => pids),
    },
    cache: {
      ...first.cache,
      ...totals(cache, ['entries', 'bytes', 'hits', 'misses']),
      problem: cache.find(({ problem }) => problem !== null)?.problem ?? null,
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const totals = <K extends string>(rows: readonly Record<K, number>[], names: readonly K[]): Record<K, number> =>
  Object.fromEntries(names.map(name => [name, sum(rows.map(row => row[name]))])) as Record<K, number>;
