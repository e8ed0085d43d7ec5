import type { Command } from './command.ts';
import { COMMON_OPTIONS } from './options.ts';
import { table } from './terminal.ts';

export function commandHelp({ usage, summary, options }: Command): string {
  const rows = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([name, { value, help }]) => [
    `  --${name}${value ? ` ${value}` : ''}`,
    help,
  ]);
  return [`kibitz ${usage}`, '', summary, '', ...table(rows)].join('\n');
}

export function help(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  return [
    'kibitz: what is true (Stockfish) and what people will play (Maia)',
    '',
    ...table([...rows, ['  help', 'This page; "kibitz help <command>" says more about one.']]),
    '',
    'Everywhere: --json (one JSON value on stdout), --quiet, --help.',
    'A position is a FEN in quotes or startpos; --moves "e4 e5 Nf3" plays on from it (SAN or UCI).',
    'Exit codes: 0 fine, 1 something failed, 2 the input cannot be used, 130 and 143 interrupted.',
  ].join('\n');
}
