import { setTimeout as sleep } from 'node:timers/promises';
import { type Shard, ShardingManager } from 'discord.js';
import { deferred } from '../../base/deferred.ts';
import { Fault, toFault } from '../../base/fault.ts';
import type { Ready } from './bot.ts';
import { isShardMessage, type ShardMessage } from './shard-messages.ts';

interface ShardsOptions {
  token: string;
  count: number;
  /** How many may connect within five seconds: https://discord.com/developers/docs/events/gateway#rate-limiting */
  atOnce: number;
  /** What each shard runs, and its arguments. */
  program: { file: string; execArgv: string[]; args: string[] };
  /** The only variables that a shard gets: it reads its settings there, tokens and all. */
  environment: NodeJS.ProcessEnv;
  onNote: (text: string) => void;
  /** Called once, when all shards are ready for the first time. */
  onReady: (shards: readonly Ready[]) => void;
  /** Asked before a shard is started again: why that would be of no use. */
  refusal: () => Promise<Fault | undefined>;
}

/** As discord.js itself has it: half a second more than Discord asks for. */
const CONNECT_MS = 5_500;
/** The pause before a shard that has died is started again; it doubles with each failure in a row. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** For the last words of the shards. */
const GRACE_MS = 15_000;

/**
 * The manager of the shards: the bot in several processes, each with some of its servers. A shard that dies is started
 * again.
 */
export class Shards {
  readonly #options: ShardsOptions;
  readonly #manager: ShardingManager;
  readonly #failed = deferred<never>();
  readonly #closing = new AbortController();
  readonly #ready = new Map<number, Ready>();
  readonly #failures = new Map<number, number>();
  readonly #faults = new Map<number, Fault>();
  readonly #living = new Map<number, Promise<void>>();
  /** Shards are started one after the other. */
  #starts: Promise<void> = Promise.resolve();
  #wasReady = false;

  constructor(options: ShardsOptions) {
    const { token, count, program } = options;
    const { file, execArgv, args } = program;
    this.#options = options;
    this.#manager = new ShardingManager(file, {
      ...{ token, totalShards: count, shardList: [...Array(count).keys()], mode: 'process' },
      // discord.js would do that at once, and for ever.
      ...{ respawn: false, execArgv, shardArgs: args },
    });
    this.#failed.promise.catch(() => undefined); // it is told to those who await `failed`
  }

  /** Rejects when it is of no use to go on. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  start(): void {
    for (let id = 0; id < this.#options.count; id++) {
      const shard = this.#manager.createShard(id);
      // discord.js would give it all variables of this process.
      shard.env = { ...this.#options.environment, ...ownVariables(shard.env as NodeJS.ProcessEnv) };
      shard.on('message', message => isShardMessage(message) && this.#hear(id, message as ShardMessage));
      shard.on('death', () => this.#died(shard));
      this.#enqueue(shard);
    }
  }

  #enqueue(shard: Shard): void {
    this.#starts = this.#starts.then(() => this.#spawn(shard)).catch(error => this.#failed.reject(toFault(error)));
  }

  async #spawn(shard: Shard): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await shard.spawn(Number.POSITIVE_INFINITY); // it says itself when it is ready
    this.#living.set(shard.id, new Promise(resolve => shard.once('death', () => resolve())));
    await this.#pause(CONNECT_MS / this.#options.atOnce);
  }

  #hear(id: number, news: ShardMessage): void {
    switch (news.kibitz) {
      case 'note':
        return this.#options.onNote(news.text);
      case 'fault':
        return void this.#faults.set(id, new Fault(news.code, news.message));
      case 'ready':
        this.#ready.set(id, news.ready);
        this.#failures.delete(id);
        if (this.#wasReady || this.#ready.size < this.#options.count) return;
        this.#wasReady = true;
        this.#options.onReady([...this.#ready.values()]);
    }
  }

  #died(shard: Shard): void {
    const { id } = shard;
    const fault = this.#faults.get(id);
    this.#living.delete(id);
    this.#faults.delete(id);
    if (this.#closing.signal.aborted) return;
    // Before all of them are there it is the bot that cannot be started.
    if (fault && !this.#wasReady) return this.#failed.reject(fault);
    void this.#again(shard, fault?.message ?? `Shard ${id} has died.`);
  }

  async #again(shard: Shard, why: string): Promise<void> {
    const failures = this.#failures.get(shard.id) ?? 0;
    this.#failures.set(shard.id, failures + 1);
    const ms = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures);
    this.#options.onNote(`${why} It is started again in ${Math.round(ms / 1000)} s.`);
    await this.#pause(ms);
    if (this.#closing.signal.aborted) return;
    const refusal = await this.#options.refusal();
    if (refusal) this.#failed.reject(refusal);
    else this.#enqueue(shard);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined); // it ends
  }

  /** Ends all shards; kills those that take too long. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#starts;
    const shards = [...this.#manager.shards.values()].filter(({ process }) => process);
    // A shard that ends by itself meanwhile cannot be told.
    await Promise.allSettled(shards.map(shard => shard.send({ kibitz: 'stop' })));
    const gone = Promise.all(this.#living.values());
    const grace = new AbortController();
    await Promise.race([gone, sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined)]);
    grace.abort();
    for (const { process } of shards) process?.kill('SIGKILL');
    await gone;
  }
}

/** The variables by which discord.js tells each shard which it is. */
const VARIABLES = ['SHARDING_MANAGER', 'SHARDING_MANAGER_MODE', 'SHARDS', 'SHARD_COUNT', 'DISCORD_TOKEN'];
const ownVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(VARIABLES.map(name => [name, env[name]]));
