import { PassThrough } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { type AppContext, startService } from '../../src/app/service.ts';
import { main } from '../../src/cli/run.ts';
import type { MeasurableService } from '../../src/service/jobs.ts';
import { makeServiceForAll } from '../support/service.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';

/** The command line, and what it starts, in this process. */

interface Ran {
  code: number;
  out: string;
  err: string;
}

let shared: MeasurableService | undefined;
/** From here on all commands of the file ask one analysis process, which is returned. */
export function shareService(...changes: Parameters<typeof makeServiceForAll>) {
  const service = makeServiceForAll(...changes);
  shared = service;
  return service;
}

/** One command, with what it printed. */
export const run = (...argv: string[]): Promise<Ran> => runWith(shared, ...argv);

/** The same, and it finds this service instead of one that it would start; undefined: it starts its own. */
export const runWith = (service: MeasurableService | undefined, ...argv: string[]): Promise<Ran> =>
  startWith(service, ...argv).ended;

interface Running {
  /** What it has printed so far. */
  err: () => string;
  ended: Promise<Ran>;
}

/** One command that a test interrupts. */
export const startRun = (...argv: string[]): Running => startWith(shared, ...argv);

export function startWith(service: MeasurableService | undefined, ...argv: string[]): Running {
  const printed = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const streams = { stdout: stream('out'), stderr: stream('err') };
  const ended = main(argv, streams, service && { service }).then(code => ({ code, ...printed }));
  return { err: () => printed.err, ended };
}

/** One command with a text on standard input; what it asks at the keyboard is among its errors. */
export async function runTyping(input: string, ...argv: string[]): Promise<Ran> {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  stdin.end(input);
  let asked = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    asked += text;
  });
  const replaced = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin),
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as unknown as typeof process.stderr),
  ];
  try {
    const ran = await run(...argv);
    return { ...ran, err: asked + ran.err };
  } finally {
    for (const one of replaced) one.mockRestore();
  }
}

/** A bot, a worker or a server in this process. */
interface Here {
  /** What it has said to whoever started it. */
  notes: () => string;
  code: Promise<number>;
  /** As Ctrl-C does. */
  stop: () => Promise<number>;
}

/** With settings of its own, and this service or one that it starts; ended with the test at the latest. */
export function startHere(
  command: (context: AppContext) => Promise<number>,
  env: Record<string, string>,
  service?: MeasurableService,
): Here {
  const config = readConfig({
    ...{ KIBITZ_DATA_DIR: temporaryFolder(), KIBITZ_MODEL_DIR: modelDir(), KIBITZ_ENGINES: '1', LOG_LEVEL: 'silent' },
    ...env,
  });
  if (!config.ok) throw new Error(config.message);
  const end = new AbortController();
  let notes = '';
  let own: Promise<MeasurableService> | undefined;
  const code = command({
    ...{ config: config.value, signal: end.signal },
    terminal: {
      note: text => {
        notes += `${text}\n`;
      },
      progress: () => undefined,
      endProgress: () => undefined,
    },
    service: async () => {
      if (service) return service;
      own ??= startService(config.value);
      return own;
    },
  }).finally(async () => (await own)?.close());
  const stop = () => {
    end.abort();
    return code;
  };
  onTestFinished(async () => void (await stop().catch(() => undefined)));
  return { notes: () => notes, code, stop };
}
