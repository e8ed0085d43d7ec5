import type { Logger } from 'pino';
import {
  type Evaluations,
  joinEvaluations,
  type Searching,
  type Stretch,
} from '../../analysis/review/game-evaluation.ts';
import type { WorkTime } from '../../base/clock.ts';
import { type Deferred, deferred } from '../../base/deferred.ts';
import { cancelled, Fault, throwIfAborted, toFault } from '../../base/fault.ts';
import type { JobOf, JobResults, PackedResult } from '../jobs.ts';
import type { RedisConnection } from './connection.ts';
import { parseReason, type RedisJob } from './protocol.ts';
import { BEATS_PER_LOOK, RedisQueues } from './queues.ts';
import type { WorkerInfo } from './worker-registry.ts';

interface SharingOptions {
  /** The id of this worker. */
  id: string;
  /** A function, since the connection is made later. */
  connection: () => RedisConnection;
  log: Logger;
}

/** A review, with the owner and the turn that its parts have, too. */
interface Shared extends Pick<RedisJob, 'claim' | 'turn'> {
  job: JobOf<'review'>;
  signal: AbortSignal;
  /** To this the time is added that engines of other workers work. */
  time: WorkTime;
}

interface Asked {
  answer: Deferred<JobResults['stretch']>;
  /** Whether the part has arrived in Redis. */
  sent: boolean;
  time: WorkTime;
  /** Ends the time of the part, while a worker has it. */
  ended?: ReturnType<WorkTime['begin']>;
}

/**
 * Positions in a part: so many that sending them costs next to nothing, so few that all workers end at about the same
 * time.
 */
const PART = 10;

/**
 * The searches of a review, cut into parts that all workers take, this one among them. A part that no other worker
 * finishes is searched here, so that a review never fails because of another worker.
 */
export class Sharing {
  readonly #options: SharingOptions;
  readonly #open = new Map<string, Asked>();
  #queues: RedisQueues | undefined;
  #engine: string | null = null;
  #parts = 0;
  #beats = 0;
  #over = false;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /** Shares work only while all workers have the same Stockfish, since evaluations of others are not comparable. */
  async meet(workers: readonly WorkerInfo[]): Promise<void> {
    if (this.#over) return;
    const engines = new Set(workers.map(({ status }) => status.stockfish.fingerprint));
    const [engine = null] = engines;
    this.#engine = workers.length > 1 && engines.size === 1 ? engine : null;
    if (this.#engine !== null) this.#queues ??= this.#openQueues();
    if (++this.#beats % BEATS_PER_LOOK === 0) await this.#look();
  }

  #openQueues(): RedisQueues {
    return new RedisQueues({
      ...{ connection: this.#options.connection(), log: this.#options.log, queues: ['parts'] as const },
      onTaken: id => {
        const asked = this.#open.get(id);
        if (asked) asked.ended ??= asked.time.begin();
      },
      onDone: id => void this.#fetch(id).catch(error => this.#failed(error)),
      onFailed: (id, reason) => this.#open.get(id)?.answer.reject(parseReason(reason)),
    });
  }

  async evaluate(shared: Shared, { stretch, here, onEvaluated }: Searching): Promise<Evaluations> {
    const [engine, queues] = [this.#engine, this.#queues];
    if (engine === null || !queues || stretch.to - stretch.from <= PART) return here(stretch);
    const evaluateOne = async (part: Stretch): Promise<Evaluations> => {
      try {
        const evaluations = await this.#ask(queues, partOf(shared.job, part, engine), shared);
        evaluations.positions.forEach(({ score }, index) => {
          onEvaluated(part.from + index, score);
        });
        return evaluations;
      } catch (error) {
        throwIfAborted(shared.signal);
        this.#failed(error);
        return here(part);
      }
    };
    // The last parts first, as the positions of a part are searched from the last one, too.
    const parts = cut(stretch).reverse();
    return joinEvaluations((await Promise.all(parts.map(evaluateOne))).reverse());
  }

  async #ask(
    queues: RedisQueues,
    job: JobOf<'stretch'>,
    { claim, turn, signal, time }: Shared,
  ): Promise<JobResults['stretch']> {
    const asker = this.#options.id;
    const id = `${asker}-${++this.#parts}`;
    const answer = deferred<JobResults['stretch']>(signal, fault => this.#withdraw(queues, id, fault));
    const asked: Asked = { answer, sent: false, time };
    this.#open.set(id, asked);
    const send = async () => {
      await queues.send('parts', id, { asker, job, claim, turn });
      asked.sent = true;
      // The part may have been given up while it was sent.
      if (answer.settled && !this.#open.has(id)) this.#withdraw(queues, id, cancelled());
    };
    // Not awaited: if Redis is lost now, the part is sent only when it is back.
    send().catch(error => answer.reject(toFault(error)));
    try {
      const found = await answer.promise;
      // The time that the other worker has counted is more exact than the time that has passed here.
      asked.ended?.(0);
      time.add(found.searchMs);
      return found;
    } finally {
      asked.ended?.();
      this.#open.delete(id);
    }
  }

  #withdraw(queues: RedisQueues, id: string, fault: Fault): void {
    queues.withdraw('parts', id, fault).catch(error => this.#failed(error));
  }

  async #fetch(id: string): Promise<void> {
    const answer = this.#open.get(id)?.answer;
    if (!answer || !this.#queues) return;
    const result = await this.#queues.result(id);
    if (result && isStretch(result)) answer.resolve(result);
    else answer.reject(new Fault('crashed', 'What another worker has found is lost.'));
    await this.#queues.forget(id);
  }

  /** Looks for parts whose end was missed. */
  async #look(): Promise<void> {
    const sent = [...this.#open].filter(([, asked]) => asked.sent);
    await Promise.all(sent.map(([id]) => this.#queues?.look('parts', id)));
  }

  #failed(error: unknown): void {
    this.#options.log.debug(error, 'a part of a review');
  }

  /** There is no help any more: all open parts are searched here. */
  retreat(why: string): void {
    this.#engine = null;
    const fault = new Fault('closing', why);
    for (const [id, { answer }] of this.#open) {
      if (this.#queues) this.#withdraw(this.#queues, id, fault);
      answer.reject(fault);
    }
  }

  /** Ends sharing for good. */
  leave(): void {
    this.#over = true;
    this.retreat('This worker is shutting down.');
  }

  async close(): Promise<void> {
    await this.#queues?.close();
  }
}

function cut({ from, to }: Stretch): Stretch[] {
  const parts = Math.ceil((to - from) / PART);
  const at = (index: number) => from + Math.round(((to - from) * index) / parts);
  return Array.from({ length: parts }, (_, index) => ({ from: at(index), to: at(index + 1) }));
}

const partOf = ({ input, params, deterministic, cache }: JobOf<'review'>, part: Stretch, engine: string) => ({
  kind: 'stretch' as const,
  input: { fen: input.fen, moves: input.moves },
  params: { limit: params.limit, ...part, engine },
  deterministic,
  cache,
});

const isStretch = (result: PackedResult): result is JobResults['stretch'] =>
  !(result instanceof Uint8Array) && result.kind === 'stretch';
