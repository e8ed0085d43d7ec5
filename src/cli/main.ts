#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { Fault, type FaultCode, toFault } from '../engine/fault.ts';
import { makeLog } from '../log.ts';
import { ForkedService } from '../service/forked.ts';
import type { Command, Context, Values } from './command.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { evalCommand } from './eval.ts';
import { commandHelp, help } from './help.ts';
import { maiaCommand } from './maia.ts';
import { modelsCommand } from './models.ts';
import { COMMON_OPTIONS } from './options.ts';
import { Terminal } from './terminal.ts';
import { versionCommand } from './version.ts';

const COMMANDS: readonly Command[] = [
  evalCommand,
  maiaCommand,
  modelsCommand,
  doctorCommand,
  demoCommand,
  versionCommand,
];

const FAILURE = 1;
const BAD_INPUT = 2;
const INTERRUPTED = 130;
const exitCode = (code: FaultCode): number => {
  if (code === 'bad-input') return BAD_INPUT;
  return code === 'cancelled' ? INTERRUPTED : FAILURE;
};

async function main(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...words] = argv;
  const plain = new Terminal({ json: words.includes('--json'), quiet: false });
  try {
    if (name === 'help' || name === '--help' || name === '-h') return showHelp(words[0], plain);
    const command = findCommand(name === '--version' ? 'version' : name);
    const { values, positionals } = readWords(command, words);
    if (values.help) return showHelp(command.name, plain);
    const terminal = new Terminal({ json: Boolean(values.json), quiet: Boolean(values.quiet) });
    return await runCommand(command, positionals, values, terminal, configuration());
  } catch (error) {
    const fault = toFault(error);
    plain.error(fault.message);
    if (fault.code === 'internal' && process.env.LOG_LEVEL === 'debug') console.error(error);
    return exitCode(fault.code);
  }
}

function findCommand(name: string): Command {
  const command = COMMANDS.find(command => command.name === name);
  if (command) return command;
  throw new Fault('bad-input', `there is no command "${name}"; "kibitz help" lists them all.`);
}

function showHelp(name: string | undefined, terminal: Terminal): number {
  terminal.print(name && !name.startsWith('-') ? commandHelp(findCommand(name)) : help(COMMANDS));
  return 0;
}

function readWords(command: Command, words: string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: words, options: { ...COMMON_OPTIONS, ...command.options }, allowPositionals: true });
  } catch (error) {
    // parseArgs names the option and what is wrong with it in its first sentence.
    const [sentence] = (error as Error).message.split('. ');
    throw new Fault('bad-input', `${sentence?.replace(/\.$/, '')}. Usage: kibitz ${command.usage}`);
  }
}

function configuration(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  if (!config.ok) throw new Fault('bad-input', config.message);
  return config.value;
}

async function runCommand(
  command: Command,
  args: string[],
  values: Values,
  terminal: Terminal,
  config: Config,
): Promise<number> {
  const interrupt = new AbortController();
  let service: ForkedService | undefined;
  const startService = () => {
    service ??= new ForkedService({ ...config, settings: config, log: makeLog(config.log) });
    return service;
  };
  // The first Ctrl-C or SIGTERM cancels and cleans up; the second does not wait for that.
  const stop = () => {
    if (interrupt.signal.aborted) process.exit(INTERRUPTED);
    interrupt.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const context: Context = {
    config,
    terminal,
    signal: interrupt.signal,
    service: startService,
    run: job =>
      startService().run(job, {
        owner: 'command line',
        signal: interrupt.signal,
        onProgress: progress => terminal.progress(progress),
      }),
  };
  try {
    return await command.run(args, values, context);
  } finally {
    terminal.endProgress();
    await service?.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
