import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import { type Config, readConfig } from '../app/config.ts';
import { startService } from '../app/service.ts';
import { Fault, type FaultCode, systemReason, toFault } from '../base/fault.ts';
import type { MeasurableService } from '../service/jobs.ts';
import type { Command, Context, Values } from './command.ts';
import { makeProgram, usageFault } from './program.ts';
import { type Streams, Terminal } from './terminal.ts';

const FAILURE = 1;
const BAD_INPUT = 2;
const INTERRUPTED = 130;
const TERMINATED = 143;
const IMPATIENCE_MS = 2_000;
/** A token is given, too. */
const GIVEN: readonly FaultCode[] = ['bad-input', 'lichess-refused'];
const exitCode = (code: FaultCode): number => (GIVEN.includes(code) ? BAD_INPUT : FAILURE);

/** What a command finds instead of what it would start itself. */
interface Given {
  service?: MeasurableService;
}

/** One command, from its words to its exit code. */
export async function main(
  argv: readonly string[],
  streams: Streams = process,
  { service }: Given = {},
): Promise<number> {
  const [name, words] = splitWords(argv);
  const plain = new Terminal({ json: words.includes('--json'), quiet: false }, streams);
  let code = 0;
  const program = makeProgram(plain, async (command, given, values) => {
    const terminal = new Terminal({ json: Boolean(values.json), quiet: Boolean(values.quiet) }, streams);
    const { words: most = 0 } = command;
    if (given.length > most) throw new Fault('bad-input', `${name}: "${given[most]}" is one word too many.`);
    code = await runCommand(command, [...given], values, terminal, service);
  });
  try {
    await program.parseAsync([name, ...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // it has shown a page of help
    const fault = error instanceof CommanderError ? usageFault(error, program) : toFault(error);
    plain.error(fault.message);
    if (fault.code === 'internal' && process.env.LOG_LEVEL === 'debug') console.error(error);
    return exitCode(fault.code);
  }
}

/** The command and its words; options may stand before it too. */
function splitWords(argv: readonly string[]): [string, string[]] {
  const at = argv.findIndex(word => !LEADING_OPTIONS.includes(word));
  const name = argv[at] ?? 'help';
  return [ALIASES.get(name) ?? name, argv.filter((_, index) => index !== at)];
}
const LEADING_OPTIONS = ['--json', '--quiet', '-q'];
const ALIASES = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
]);

function configuration(): Config {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
  } catch (error) {
    throw new Fault('bad-input', `.env: this file cannot be read: ${systemReason(error as Error)}.`);
  }
  const config = readConfig(process.env);
  if (!config.ok) throw new Fault('bad-input', config.message);
  return config.value;
}

async function runCommand(
  command: Command,
  args: string[],
  values: Values,
  terminal: Terminal,
  given: MeasurableService | undefined,
): Promise<number> {
  const interrupt = new AbortController();
  let service: Promise<MeasurableService> | undefined;
  // The first Ctrl-C or SIGTERM cancels and cleans up; the second does not wait for that.
  let interrupted = INTERRUPTED;
  const stop = (signal: NodeJS.Signals) => {
    interrupted = signal === 'SIGTERM' ? TERMINATED : INTERRUPTED;
    if (interrupt.signal.aborted) process.exit(interrupted);
    interrupt.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  let config: Config | undefined;
  const context: Context = {
    get config() {
      config ??= configuration();
      return config;
    },
    terminal,
    signal: interrupt.signal,
    service: async () => {
      const { config } = context; // settings that are wrong are refused in any case
      if (given) return given;
      service ??= startService(config);
      return service;
    },
    run: async (job, options) => {
      terminal.working();
      const result = await (await context.service()).run(job, {
        ...options,
        owner: 'command line',
        signal: interrupt.signal,
        onProgress: progress => terminal.progress(progress),
      });
      terminal.endProgress();
      return result;
    },
  };
  try {
    return await command.run(args, values, context);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    terminal.error('Cancelled.');
    return interrupted;
  } finally {
    terminal.endProgress();
    const running = await service;
    // After an interrupt, a process that does not answer is not waited for.
    const impatience = interrupt.signal.aborted ? setTimeout(() => running?.close(), IMPATIENCE_MS) : undefined;
    await running?.close();
    clearTimeout(impatience);
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}
