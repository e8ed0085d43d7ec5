import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { plural } from '../../base/text.ts';
import type { Status } from '../status.ts';
import { Elders } from './elders.ts';
import { RELEASE, type Release, releaseName } from './release.ts';
import { present } from './scripts.ts';
import { type Member, readCards, type WorkerInfo } from './worker-info.ts';

/** Who uses the same Redis. Those of another version get no jobs from here and send none; that is said once in the log. */
export class Roster {
  readonly #role: Member['role'];
  readonly #log: Logger;
  readonly #elders = new Elders();
  readonly #told = new Set<string>();
  #others: Member[] = [];

  constructor(role: Member['role'], log: Logger) {
    this.#role = role;
    this.#log = log;
  }

  /** The workers of this version. */
  async look(redis: Redis): Promise<WorkerInfo[]> {
    const { cards, others, refused } = await present(redis).then(readCards);
    const other = this.#role === 'bot' ? 'worker' : 'bot';
    this.#others = [...others, ...(await this.#elders.look(redis))].filter(({ role }) => role === other);
    for (const group of grouped(this.#others)) this.#tell(sentence(this.#role, group), keyOf(group[0]));
    for (const why of refused) this.#tell(`What a worker says of itself in Redis is ignored (${why}).`);
    return cards;
  }

  /** Why the workers that are there are of no use. */
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
