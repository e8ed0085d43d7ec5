import { version } from '../base/version.ts';
import type { Command } from './command.ts';

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
