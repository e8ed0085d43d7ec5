import { appendFileSync, existsSync } from 'node:fs';
import { Fault } from '../../src/base/fault.ts';
import { serveTasks } from '../../src/base/process-pool.ts';

/** Tasks that go wrong in every way, and a few that do not. */
export type OddTasks = {
  echo: { input: unknown; output: unknown };
  /** Bytes, as many as asked for. */
  bytes: { input: number; output: { files: { bytes: Uint8Array }[] } };
  spin: { input: undefined; output: never };
  grow: { input: undefined; output: never };
  exit: { input: undefined; output: never };
  refuse: { input: string; output: never };
  fail: { input: string; output: never };
  /** Says in a file that it has begun, and waits until there is another one. */
  wait: { input: { begun: string; until: string }; output: undefined };
};

serveTasks({
  echo: () => (input: unknown) => input,
  bytes: () => (length: number) => ({ files: [{ bytes: new Uint8Array(length).fill(7) }] }),
  spin: () => () => {
    for (;;);
  },
  grow: () => () => {
    const all: object[] = [];
    for (;;) all.push({ more: all.length });
  },
  exit: () => () => process.exit(3),
  refuse: () => (message: string) => {
    throw new Fault('bad-input', message, { refusal: { key: 'nothing', gaps: { field: 'pgn' } } });
  },
  fail: () => (message: string) => {
    throw new Error(message);
  },
  wait:
    () =>
    async ({ begun, until }: { begun: string; until: string }) => {
      appendFileSync(begun, 'x');
      while (!existsSync(until)) await new Promise(resolve => setTimeout(resolve, 5));
    },
});
