import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Leadership } from '../base/leadership.ts';
import type { Lease, Wait } from '../service/redis/lease.ts';
import type { Component, RunningComponent } from './components.ts';

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
