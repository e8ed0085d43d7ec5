import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../app/config.ts';
import { startService } from '../app/service.ts';
import { Fault, type FaultCode, toFault } from '../base/fault.ts';
import type { MeasurableService } from '../service/vitals.ts';
import type { Command, Context, Values } from './command.ts';
import { commandHelp, help } from './help.ts';
import { COMMON_OPTIONS } from './options.ts';
import { type Streams, Terminal } from './terminal.ts';

/** Loaded when called: `kibitz version` need not wait for what `kibitz models` needs. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  eval: async () => (await import('./eval.ts')).evalCommand,
  maia: async () => (await import('./maia.ts')).maiaCommand,
  expected: async () => (await import('./expected.ts')).expectedCommand,
  phases: async () => (await import('./phases.ts')).phasesCommand,
  review: async () => (await import('./review.ts')).reviewCommand,
  investigate: async () => (await import('./investigate.ts')).investigateCommand,
  match: async () => (await import('./match.ts')).matchCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  tags: async () => (await import('./tags.ts')).tagsCommand,
  render: async () => (await import('./render.ts')).renderCommand,
  gif: async () => (await import('./gif.ts')).gifCommand,
  models: async () => (await import('./models.ts')).modelsCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  health: async () => (await import('./health.ts')).healthCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  bot: async () => (await import('./bot.ts')).botCommand,
  lichess: async () => (await import('./lichess.ts')).lichessCommand,
  discord: async () => (await import('./discord.ts')).discordCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  version: async () => (await import('./version.ts')).versionCommand,
};

const FAILURE = 1;
const BAD_INPUT = 2;
const INTERRUPTED = 130;
const TERMINATED = 143;
const IMPATIENCE_MS = 2_000;
/** A token is given, too. */
const GIVEN: readonly FaultCode[] = ['bad-input', 'lichess-refused'];
const exitCode = (code: FaultCode): number => (GIVEN.includes(code) ? BAD_INPUT : FAILURE);

/** One command, from its words to its exit code. */
export async function main(argv: readonly string[], streams: Streams = process): Promise<number> {
  const [name, words] = splitWords(argv);
  const plain = new Terminal({ json: words.includes('--json'), quiet: false }, streams);
  try {
    const called = ALIASES.get(name) ?? name;
    if (called === 'help') return await showHelp(words[0], plain);
    const command = await findCommand(called);
    const { values, positionals } = readWords(command, words);
    if (values.help) return await showHelp(command.name, plain);
    const terminal = new Terminal({ json: Boolean(values.json), quiet: Boolean(values.quiet) }, streams);
    refuseExtraWords(command, positionals);
    return await runCommand(command, positionals, values, terminal);
  } catch (error) {
    const fault = toFault(error);
    plain.error(fault.message);
    if (fault.code === 'internal' && process.env.LOG_LEVEL === 'debug') console.error(error);
    return exitCode(fault.code);
  }
}

/** The command and its words; options may stand before it too. */
function splitWords(argv: readonly string[]): [string, string[]] {
  const at = argv.findIndex(word => !LEADING_OPTIONS.includes(word));
  if (at < 0) return ['help', [...argv]];
  return [argv[at] as string, [...argv.slice(0, at), ...argv.slice(at + 1)]];
}
const LEADING_OPTIONS = ['--json', '--quiet', '-q'];
const ALIASES = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
]);

async function findCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return load();
  throw new Fault('bad-input', `there is no command "${name}"; "kibitz help" lists them all.`);
}

async function showHelp(name: string | undefined, terminal: Terminal): Promise<number> {
  const all = () => Promise.all(Object.values(COMMANDS).map(load => load()));
  const one = name && name !== 'help' && !name.startsWith('-');
  terminal.print(one ? commandHelp(await findCommand(name)) : help(await all()));
  return 0;
}

function readWords(command: Command, words: string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({
      args: joinNegatives(command, words),
      options: { ...COMMON_OPTIONS, ...command.options },
      allowPositionals: true,
    });
  } catch (error) {
    // parseArgs names the option and what is wrong with it in its first sentence.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new Fault('bad-input', `${sentence?.replace(/\.$/, '')}. Usage: kibitz ${command.usage}`);
  }
}

/** `--loss -0.1`: for parseArgs a value that begins with a dash has to be tied to its option. */
function joinNegatives({ options }: Command, words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? '';
    const waits = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (waits && /^-\.?\d/.test(word)) joined[joined.length - 1] = `${before}=${word}`;
    else joined.push(word);
  }
  return joined;
}

function refuseExtraWords({ name, words }: Command, given: readonly string[]): void {
  if (given.length > words) throw new Fault('bad-input', `${name}: "${given[words]}" is one word too many.`);
}

function configuration(): Config {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
  } catch (error) {
    throw new Fault('bad-input', `.env: this file cannot be read (${(error as Error).message}).`);
  }
  const config = readConfig(process.env);
  if (!config.ok) throw new Fault('bad-input', config.message);
  return config.value;
}

async function runCommand(command: Command, args: string[], values: Values, terminal: Terminal): Promise<number> {
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
    service: () => {
      service ??= startService(context.config);
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
    // Somebody who interrupts does not wait for a process that does not answer.
    const impatience = interrupt.signal.aborted ? setTimeout(() => running?.close(), IMPATIENCE_MS) : undefined;
    await running?.close();
    clearTimeout(impatience);
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}
