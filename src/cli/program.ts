import { Command as CommanderCommand, type CommanderError, InvalidArgumentError, Option } from 'commander';
import { Fault } from '../base/fault.ts';
import type { Command, OptionTable, Values } from './command.ts';
import type { Terminal } from './terminal.ts';

/** The command line as commander reads it, made from the table of commands. */

interface Entry {
  /** Its line in the list of all. */
  summary: string;
  load: () => Promise<{ command: Command }>;
}

/** Every command. Each is loaded when it is called: `kibitz version` does not wait for what `kibitz models` needs. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  eval: { summary: 'What Stockfish thinks of a position.', load: () => import('./eval.ts') },
  maia: {
    summary: 'What people of a rating play in a position, and how their games end.',
    load: () => import('./maia.ts'),
  },
  expected: {
    summary: 'Which moves give people of a rating the best chances, given how people really go on.',
    load: () => import('./expected.ts'),
  },
  phases: {
    summary: 'Where the opening and the middlegame of games end, and which endgame they reach.',
    load: () => import('./phases.ts'),
  },
  review: {
    summary: 'A game move by move: accuracy, mistakes and who makes them, phases, what decided it.',
    load: () => import('./review.ts'),
  },
  investigate: {
    summary:
      'Why the obvious move is wrong: what looks good at a glance and is not, who falls for it, and how it is refuted.',
    load: () => import('./investigate.ts'),
  },
  match: {
    summary: 'How strong Maia is: games against Stockfish at a known strength, and a rating with its interval.',
    load: () => import('./match.ts'),
  },
  evaluate: {
    summary: 'How human Maia is: how often she foresees the moves of real games, by rating and phase, with intervals.',
    load: () => import('./evaluate.ts'),
  },
  tags: {
    summary: 'What can be seen on a board without an engine: structure, tactics, threats.',
    load: () => import('./tags.ts'),
  },
  render: { summary: 'A position as a picture.', load: () => import('./render.ts') },
  gif: { summary: 'A game as an animation.', load: () => import('./gif.ts') },
  models: {
    summary: 'The human models: which there are, fetch one, check the files.',
    load: () => import('./models.ts'),
  },
  doctor: {
    summary: 'Checks everything Kibitz needs, and says what to do about what is missing.',
    load: () => import('./doctor.ts'),
  },
  health: {
    summary: 'Asks the Kibitz that runs here with the same KIBITZ_METRICS_PORT whether it is alive.',
    load: () => import('./health.ts'),
  },
  worker: {
    summary: 'Does jobs for every bot of the same REDIS_URL, until it is stopped.',
    load: () => import('./worker.ts'),
  },
  serve: {
    summary: 'Shows kept reports in a browser, where they can be run again, until it is stopped.',
    load: () => import('./serve.ts'),
  },
  backup: {
    summary: 'Copies what people have left with Kibitz into one file, also while bots run.',
    load: () => import('./backup.ts'),
  },
  bot: { summary: 'Kibitz on Discord, on Lichess or on both, until it is stopped.', load: () => import('./bot.ts') },
  lichess: {
    summary: 'Turns the account of LICHESS_TOKEN into a bot, for good; it must not have played a game.',
    load: () => import('./lichess.ts'),
  },
  discord: {
    summary: 'Tells Discord which commands there are; starting the bot does so by itself.',
    load: () => import('./discord.ts'),
  },
  demo: {
    summary: 'A sample position and a sample game through both engines, end to end.',
    load: () => import('./demo.ts'),
  },
  version: { summary: 'The version of Kibitz.', load: () => import('./version.ts') },
};

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
  const loaded = await COMMANDS[called.name()]?.load();
  if (!loaded) return;
  const { command } = loaded;
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
