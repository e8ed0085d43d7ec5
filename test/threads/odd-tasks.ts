import { Fault } from '../../src/engine/fault.ts';
import { answering } from '../../src/threads/answering.ts';

/** Tasks that go wrong in every way, and a few that do not. */
export type OddTasks = {
  echo: { input: unknown; output: unknown };
  /** Bytes of its own, as many as asked for. */
  bytes: { input: number; output: { files: { bytes: Uint8Array }[] } };
  spin: { input: undefined; output: never };
  grow: { input: undefined; output: never };
  exit: { input: undefined; output: never };
  refuse: { input: string; output: never };
  fail: { input: string; output: never };
  /** Waits until the first of the shared numbers is not 0, and says how many had begun by then. */
  wait: { input: Int32Array; output: number };
};

export default answering({
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
    throw new Fault('bad-input', message, { refusal: { code: 'empty', field: 'pgn' } as never });
  },
  fail: () => (message: string) => {
    throw new Error(message);
  },
  wait: () => (shared: Int32Array) => {
    const turn = Atomics.add(shared, 1, 1);
    Atomics.notify(shared, 1);
    Atomics.wait(shared, 0, 0);
    return turn;
  },
});
