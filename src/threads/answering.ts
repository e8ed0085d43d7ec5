import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Refusal } from '../chess/refusals.ts';
import { type FaultCode, toFault } from '../engine/fault.ts';

/** What a pool asks of a thread. */
export interface Asked {
  task: string;
  input: unknown;
}

/** A fault keeps its code and its sentence on the way out of a thread; an error would lose them. */
export type Answered =
  | { ok: true; output: unknown }
  | { ok: false; code: FaultCode; message: string; refusal: Refusal | undefined; stack: string | undefined };

type Doing = (input: never) => unknown;
type Loads = Readonly<Record<string, () => Promise<Doing> | Doing>>;

/** What a program for threads exports: it does the tasks of a table, each loaded when it is first asked for. */
export const answering =
  (tasks: Loads) =>
  async ({ task, input }: Asked): Promise<unknown> => {
    const answered = await answer(tasks, task, input);
    // Bytes change hands instead of being copied by the thread that waits for them.
    return move({ [transferableSymbol]: buffersIn(answered), [valueSymbol]: answered } as never);
  };

async function answer(tasks: Loads, task: string, input: unknown): Promise<Answered> {
  try {
    const load = tasks[task];
    if (!load) throw new Error(`a thread was asked to "${task}", which it does not know`);
    const output = await (await load())(input as never);
    return { ok: true, output };
  } catch (error) {
    const { code, message, refusal } = toFault(error);
    return { ok: false, code, message, refusal, stack: (error as Error).stack };
  }
}

/** The memory of all bytes in plain data. What shares its memory with other things, as small buffers of Node's do, is left. */
function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (value instanceof Uint8Array) {
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength) found.add(buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) buffersIn(part, found);
  }
  return [...found];
}
