import { type FaultCode, toFault } from '../base/fault.ts';
import { lowerPriority, tellParent } from '../base/process.ts';
import type { Refusal } from '../base/result.ts';

/** What a pool asks of one of its processes: one thing at a time. */
export interface Asked {
  task: string;
  input: unknown;
}

/** A fault keeps its code and its sentence on the way out of a process; an error would lose them. */
export type Answered =
  | { ok: true; output: unknown }
  | { ok: false; code: FaultCode; message: string; refusal: Refusal | undefined; stack: string | undefined };

export type FromProcess = { ready: true } | Answered;

type Doing = (input: never) => unknown;
type Loads = Readonly<Record<string, () => Promise<Doing> | Doing>>;

/** Behind the process that talks, so that it is never kept waiting by these; ahead of Stockfish. */
const NICENESS = 1;

/** Makes this process one of a pool: it does the tasks of a table, each loaded when it is first asked for. */
export function answerWith(tasks: Loads): void {
  lowerPriority(NICENESS);
  // It ends with its parent, whatever signal reaches the group first.
  process.on('disconnect', () => process.exit(0));
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('message', (asked: Asked) => void answer(tasks, asked).then(say));
  say({ ready: true });
}

const say = (message: FromProcess): void => tellParent(message);

async function answer(tasks: Loads, { task, input }: Asked): Promise<Answered> {
  try {
    const load = tasks[task];
    if (!load) throw new Error(`"${task}" is no task`);
    return { ok: true, output: await (await load())(input as never) };
  } catch (error) {
    const { code, message, refusal } = toFault(error);
    return { ok: false, code, message, refusal, stack: (error as Error).stack };
  }
}
