import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Fault, type FaultCode, toFault } from '../base/fault.ts';
import type { Leadership } from '../base/leadership.ts';
import type { Lease, Wait } from '../service/redis/lease.ts';

/** Several bots in one process: one that fails does not take the others down. */

export interface RunningComponent {
  /** Resolves when the component is connected. */
  start(): Promise<void>;
  /** Rejects when the component is shut out or has failed for good. */
  dismissed: Promise<never>;
  close(): Promise<void>;
}

export interface Component {
  name: string;
  /** Called anew for every attempt. */
  make(): Promise<RunningComponent>;
}

interface ComponentOptions {
  /** Resolves when the process is to end. */
  stopped: Promise<void>;
  note(text: string): void;
  /** Called each time a component has started. */
  ready(): Promise<void>;
  /**
   * The pause after the first failure. It doubles with each further one, except while a component waits for workers.
   */
  pauseMs?: number;
}

/** Faults that may be over after a while. */
const PASSING: readonly FaultCode[] = [
  'lichess-failed',
  'discord-failed',
  'rate-limited',
  'deadline',
  'crashed',
  'busy',
];
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Runs until `stopped` resolves, or until all components have failed: then the last one's fault is thrown. */
export async function runComponents(components: readonly Component[], options: ComponentOptions): Promise<void> {
  const end = new AbortController();
  void options.stopped.then(() => end.abort());
  const failed = new Set<Component>();
  let last: Fault | undefined;
  const keep = async (component: Component): Promise<void> => {
    for (let failures = 0; !end.signal.aborted; failures++) {
      const { fault, wasThere } = await live(component, options, end.signal);
      if (!fault || end.signal.aborted) return;
      if (wasThere) failures = 0;
      // Missing workers come back: a component that waits for them has not failed.
      if (fault.code !== 'busy') failed.add(component);
      if (failed.size === components.length) {
        last = fault;
        return end.abort();
      }
      options.note(fault.message);
      if (!PASSING.includes(fault.code)) return;
      // Once workers are back a component must go on soon, as games are being played: its pause does not grow.
      await pause(component, fault.code === 'busy' ? 0 : failures, options, end.signal);
      failed.delete(component);
    }
  };
  await Promise.all(components.map(keep));
  if (last) throw last;
}

async function pause(
  { name }: Component,
  failures: number,
  { note, pauseMs = PAUSE_MS }: ComponentOptions,
  signal: AbortSignal,
): Promise<void> {
  const ms = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** failures);
  note(`${name} is tried again in ${Math.round(ms / 1000)} s; everything else goes on.`);
  await sleep(ms, undefined, { signal }).catch(() => undefined); // the process is to end
}

/** How a component ended: without a fault if the whole process ends. */
interface Life {
  fault?: Fault;
  wasThere: boolean;
}

/** Runs a component once, from `make` to `close`. */
async function live(component: Component, { ready }: ComponentOptions, end: AbortSignal): Promise<Life> {
  const ended = end.aborted ? Promise.resolve() : once(end, 'abort').then(() => undefined);
  const running = await component.make();
  let wasThere = false;
  try {
    wasThere = Boolean(await Promise.race([running.start().then(() => true), ended]));
    if (!wasThere) return { wasThere };
    await Promise.race([ready(), running.dismissed]);
    await Promise.race([running.dismissed, ended]);
    return { wasThere };
  } catch (error) {
    return { fault: toFault(error), wasThere };
  } finally {
    await running.close();
  }
}

/** Components that run in only one of the processes that use the same Redis. */

interface LeaseMaker {
  url: string;
  log: Logger;
  note: (text: string) => void;
  /** Whether other processes are shards of the same bot: then waiting for them is not reported. */
  hasSiblings: boolean;
}

/** A lease's name, with a hash of a secret in it: only processes with the same secret share the lease. */
export const leaseName = (what: string, ...shared: readonly string[]): string =>
  `${what}:${createHash('sha256').update(shared.join('\n')).digest('hex').slice(0, 16)}`;

export interface LeasedComponent {
  name: string;
  /** Makes a component that does nothing before it is started. */
  make(leadership: Leadership): Promise<RunningComponent>;
}

/** Returns a function that makes the next lease of this name, since a lost one cannot be used again. */
export async function leasesOf(what: string, name: string, maker: LeaseMaker): Promise<() => Lease> {
  // Redis is loaded where it is used.
  const { Lease } = await import('../service/redis/lease.ts');
  const { url, log, note, hasSiblings } = maker;
  const onWait = (wait: Wait) => {
    if (wait.kind === 'no-redis') note(`${what} waits for Redis: ${wait.why}`);
    else if (!hasSiblings) note(`${what}: another bot is there, or was a moment ago; this one begins when it is gone.`);
  };
  return () => new Lease({ url, log, what, name, onWait });
}

/** A component that runs only while it holds the lease. It has ended before another process can get that. */
export const leased = (component: LeasedComponent, leaderships: () => Promise<() => Leadership>): Component => ({
  name: component.name,
  make: async () => {
    const leadership = (await leaderships())();
    const running = await component.make(leadership);
    const dismissed = Promise.race([leadership.lost, running.dismissed]);
    dismissed.catch(() => undefined); // handled where `dismissed` is awaited
    return {
      start: async () => {
        await leadership.begun;
        await Promise.race([running.start(), leadership.lost]);
      },
      dismissed,
      close: async () => {
        try {
          await running.close();
        } finally {
          await leadership.close();
        }
      },
    };
  },
});
