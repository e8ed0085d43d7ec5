import { version } from '../base/package-info.ts';
import type { Command } from './command.ts';

export const command: Command = {
  options: {},
  async run(_args, _values, { terminal }) {
    if (terminal.json) terminal.printJson({ kind: 'version', kibitz: version(), node: process.versions.node });
    else terminal.print(`kibitz ${version()}`);
    return 0;
  },
};
