import { WorkTime } from '../base/clock.ts';
import { Fault, toFault } from '../base/fault.ts';
import { makeLog } from '../base/log.ts';
import { aheadOfEngines, lowerPriority, tellParent } from '../base/process.ts';
import { Throttle } from '../base/throttle.ts';
import type { Progress } from './jobs.ts';
import { PULSE_MS, packResult, type ToChild, type ToParent } from './protocol.ts';
import { JobRunner } from './runner.ts';

/**
 * The analysis process. It does the jobs that its parent sends and never outlives it: when the channel to the parent
 * closes, the engines and the process end at once.
 */

const PROGRESS_EVERY_MS = 100;

const running = new Map<number, AbortController>();
let runner: JobRunner | undefined;
let retiring = false;
let ending = false;

process.on('message', (message: ToChild) => receive(message));
process.on('disconnect', endNow);
// Ctrl-C reaches the whole process group; the parent decides what happens.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => (retiring ? endNow() : retire()));
process.on('exit', () => runner?.kill());

const say = (message: ToParent): void => tellParent(message);

function receive(message: ToChild): void {
  switch (message.type) {
    case 'start':
      lowerPriority(aheadOfEngines(message.settings.nice));
      runner = new JobRunner(message.settings, makeLog(message.settings.log));
      setInterval(() => say({ type: 'pulse' }), PULSE_MS).unref();
      say({ type: 'ready' });
      break;
    case 'run':
      // The parent sent this before it knew that this process ends; it will send it to the next one.
      if (!ending) void run(message);
      break;
    case 'retire':
      retire();
      break;
    case 'cancel':
      running.get(message.id)?.abort(new Fault(message.code, message.message));
      break;
  }
}

async function run({ id, job, claim }: Extract<ToChild, { type: 'run' }>): Promise<void> {
  const abort = new AbortController();
  const time = new WorkTime();
  running.set(id, abort);
  const progress = new Throttle({
    pass: (value: Progress) => say({ type: 'progress', id, progress: value }),
    intervalMs: PROGRESS_EVERY_MS,
  });
  try {
    if (!runner) throw new Fault('internal', 'a job came before the settings');
    const result = await runner.run(job, {
      claim,
      signal: abort.signal,
      time,
      onProgress: value => progress.push(value),
    });
    progress.stop('pass');
    say({ type: 'done', id, result: packResult(result), engineMs: time.ms });
  } catch (error) {
    progress.stop();
    const { code, message } = toFault(error);
    say({ type: 'failed', id, code, message, engineMs: time.ms });
  }
  running.delete(id);
  if (retiring && running.size === 0) void end();
}

function retire(): void {
  retiring = true;
  say({ type: 'retiring' });
  if (running.size === 0) void end();
}

async function end(): Promise<void> {
  ending = true;
  await runner?.close();
  process.exit(0);
}

function endNow(): void {
  process.exit(1); // the exit listener takes the engines along
}
