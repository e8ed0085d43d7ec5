import type { Command } from './command.ts';
import { table } from './terminal.ts';

export const commandHelp = ({ usage, summary }: Command): string => `kibitz ${usage}\n\n${summary}`;

export function help(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  return [
    'kibitz: what is true (Stockfish) and what people will play (Maia)',
    '',
    ...table([...rows, ['  help', 'This page; "kibitz help <command>" says more about one.']]),
    '',
    'Everywhere: --json (one JSON value on stdout), --quiet, --help.',
    'A position is a FEN in quotes or startpos; --moves "e4 e5 Nf3" plays on from it (SAN or UCI).',
    'Exit codes: 0 fine, 1 something failed, 2 the input cannot be used.',
  ].join('\n');
}
