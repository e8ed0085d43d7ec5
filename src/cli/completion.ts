import type { Command, Option } from 'commander';
import { Fault } from '../base/fault.ts';

/** Scripts with which shells complete the commands and options of a program. */

const SCRIPTS: Readonly<Record<string, (program: Command) => string>> = { bash, zsh, fish };

export function completionScript(shell: string, program: Command): string {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script) return script(program);
  const shells = Object.keys(SCRIPTS).join(', ');
  throw new Fault('bad-input', `completion: ${shell ? `"${shell}" is not` : 'name the shell,'} one of ${shells}.`);
}

const optionsOf = (command: Command): Option[] => [
  ...command.createHelp().visibleOptions(command),
  ...(command.parent?.options ?? []),
];
const flagsOf = ({ short, long }: Option): string[] => [short, long].filter(flag => flag !== undefined);
const namesIn = (program: Command): string[] => program.commands.map(command => command.name());

/** What stands behind a command as it is written there, such as `list` behind `models`. */
const wordsOf = (command: Command): string[] =>
  command.name() === 'help' && command.parent
    ? namesIn(command.parent)
    : (command
        .usage()
        .replace(/<[^>]*>|\[[^\]]*\]/g, '')
        .match(/[a-z]+/g) ?? []);

/** `'it'\''s'`: as one word of any of these shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Where no word of a command fits, bash completes names of files. */
function bash(program: Command): string {
  const choices = (name: string, words: readonly string[], options: readonly Option[]) =>
    `    ${name}) words=${quoted(words.join(' '))} options=${quoted(options.flatMap(flagsOf).join(' '))} ;;`;
  const cases = program.commands.map(command => choices(command.name(), wordsOf(command), optionsOf(command)));
  return `# source <(kibitz completion bash)
_kibitz() {
  local current=\${COMP_WORDS[COMP_CWORD]} word command words options
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || { command=$word; break; }
  done
  case $command in
${choices("''", namesIn(program), program.options)}
${cases.join('\n')}
  esac
  [[ $current == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _kibitz kibitz`;
}

function zsh(program: Command): string {
  const plain = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
  const specs = (option: Option) =>
    flagsOf(option).map(flag =>
      quoted(`${flag}[${plain(option.description)}]${option.required ? ':value:_files' : ''}`),
    );
  const cases = program.commands.map(command => {
    const words = wordsOf(command);
    const rest = quoted(words.length > 0 ? `*:word:(${words.join(' ')})` : '*:file:_files');
    return `    ${command.name()}) _arguments ${[...optionsOf(command).flatMap(specs), rest].join(' ')} ;;`;
  });
  const named = program.commands.map(command => quoted(`${command.name()}:${command.description()}`));
  return `# source <(kibitz completion zsh)
_kibitz() {
  local -a commands=(${named.join(' ')})
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
compdef _kibitz kibitz`;
}

function fish(program: Command): string {
  const lines = program.commands.flatMap(command => {
    const called = `complete -c kibitz -n ${quoted(`__fish_seen_subcommand_from ${command.name()}`)}`;
    return [
      `complete -c kibitz -f -n __fish_use_subcommand -a ${command.name()} -d ${quoted(command.description())}`,
      ...wordsOf(command).map(word => `${called} -f -a ${word}`),
      ...optionsOf(command).map(({ long = '', short, required, description }) => {
        const flags = `${short ? `-s ${short.slice(1)} ` : ''}-l ${long.slice(2)}${required ? ' -r' : ''}`;
        return `${called} ${flags} -d ${quoted(description)}`;
      }),
    ];
  });
  return ['# kibitz completion fish | source', ...lines].join('\n');
}
