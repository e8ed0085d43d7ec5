import { Command as CommanderCommand, type CommanderError, InvalidArgumentError, Option } from 'commander';
import { Fault } from '../base/fault.ts';
import type { Command, OptionTable, Values } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { Terminal } from './terminal.ts';

/** The command line as commander reads it, made from the table of commands. */

const COMMON_OPTIONS: OptionTable = {
  json: { help: 'One JSON value on stdout, and nothing else there.' },
  quiet: { short: 'q', help: 'No progress.' },
};

const NOTES = `
A position is a FEN in quotes, startpos, moves such as "e4 e5 Nf3", a PGN, a
Lichess link, or a text with one of these; --moves "e4 e5" plays on from it.
Exit codes: 0 fine, 1 something failed, 2 the input cannot be used, 130 and 143
interrupted.`;

/** Runs a command with the words and options that were given. */
type Run = (command: Command, words: readonly string[], values: Values) => Promise<void>;

/** All commands by name and summary; the options of one are known once it is called. */
export function makeProgram(terminal: Terminal, run: Run): CommanderCommand {
  const program = new CommanderCommand('kibitz')
    .description('What is true (Stockfish) and what people will play (Maia).')
    .usage('<command> [options]')
    .helpOption(false)
    .helpCommand(false)
    .addHelpText('after', NOTES)
    .configureHelp({ showGlobalOptions: true, subcommandTerm: command => command.name() })
    .configureOutput({ writeOut: text => terminal.print(text.trimEnd()), outputError: () => undefined })
    .exitOverride();
  for (const option of optionsOf(COMMON_OPTIONS)) program.addOption(option);
  for (const [name, { summary }] of Object.entries(COMMANDS)) program.command(name).description(summary);
  program
    .command('completion')
    .usage('bash|zsh|fish')
    .description('A script with which a shell completes commands and options.')
    .argument('[shell]')
    .action(async (shell = '') => {
      await Promise.all(program.commands.map(command => prepare(command, run)));
      const { completionScript } = await import('./completion.ts');
      terminal.print(completionScript(shell, program));
    });
  program
    .command('help')
    .usage('[command]')
    .description('This page; "kibitz help <command>" says more about one.')
    .argument('[command]')
    .action(async name => {
      if (name === undefined) program.outputHelp();
      else await program.parseAsync([name, '--help'], { from: 'user' });
    });
  return program.hook('preSubcommand', (_, called) => prepare(called, run));
}

/** Gives a command its options, and what is done when it is called. */
async function prepare(called: CommanderCommand, run: Run): Promise<void> {
  called.helpOption('-h, --help', 'This page.');
  const command = await COMMANDS[called.name()]?.load();
  if (!command) return;
  const { usage = '', options } = command;
  for (const option of optionsOf(options)) called.addOption(option);
  called
    .usage(`${usage} [options]`.trim())
    .allowExcessArguments()
    .action(() => run(command, called.args, valuesOf(called, options)));
}

const optionsOf = (table: OptionTable): Option[] =>
  Object.entries(table).map(([name, { short, value, multiple = false, help }]) => {
    const flags = `${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`;
    const option = new Option(flags, help);
    return value ? option.argParser<string | string[]>((text, before) => optionValue(text, multiple, before)) : option;
  });

/** A word that begins with a dash is the next option, unless it is a negative number or stands for standard input. */
function optionValue(text: string, multiple: boolean, before: string | string[] = []): string | string[] {
  if (/^-[^\d.]/.test(text)) throw new InvalidArgumentError('It looks like another option.');
  return multiple ? [...before, text] : text;
}

/** By the names in the table: `no-cache` where commander has `cache: false`. */
function valuesOf(called: CommanderCommand, table: OptionTable): Values {
  const given = called.optsWithGlobals();
  const givenFor = (option: Option) => {
    const value = given[option.attributeName()];
    return option.negate ? value === false || undefined : value;
  };
  const options = optionsOf({ ...table, ...COMMON_OPTIONS });
  return Object.fromEntries(options.map(option => [option.long?.slice(2), givenFor(option)]));
}

/** What commander finds wrong with the words, in one line: `unknown option '--dept'; did you mean --depth? Usage: …` */
export function usageFault({ code, message }: CommanderError, program: CommanderCommand): Fault {
  const [problem = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const suggestion = hint.replace(/^\(D/, 'd').replace(/\)$/, '');
  const [name = ''] = program.args;
  if (code === 'commander.unknownCommand')
    return new Fault('bad-input', `there is no command "${name}"; ${suggestion || '"kibitz help" lists them all.'}`);
  const called = program.commands.find(command => command.name() === name);
  const sentence = suggestion ? `${problem}; ${suggestion}` : `${problem.replace(/\.$/, '')}.`;
  const usage = called ? `${name} ${called.usage()}` : '<command> [options]';
  return new Fault('bad-input', `${sentence} Usage: kibitz ${usage}`);
}
