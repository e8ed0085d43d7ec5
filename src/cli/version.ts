import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';

export function version(): string {
  const url = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
}

export const versionCommand: Command = {
  name: 'version',
  usage: 'version',
  summary: 'The version of Kibitz.',
  words: 0,
  options: {},
  async run(_args, _values, { terminal }) {
    if (terminal.json) terminal.printJson({ kind: 'version', kibitz: version(), node: process.versions.node });
    else terminal.print(`kibitz ${version()}`);
    return 0;
  },
};
