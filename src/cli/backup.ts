import { resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import type { Command } from './command.ts';
import { megabytes } from './terminal.ts';

export const command: Command = {
  usage: '<file>',
  words: 1,
  options: { force: { help: 'Replace the file if it is there.' } },
  async run([file], { force }, { config, terminal }) {
    if (file === undefined)
      throw new Fault('bad-input', 'file: say where the copy is to be, such as kibitz-backup.sqlite.');
    const { backUp } = await import('../store/backup.ts');
    const { path, bytes, version, rows } = backUp(config.dataDir, resolve(file), { mayReplace: Boolean(force) });
    if (terminal.json) terminal.printJson({ kind: 'backup', path, bytes, version, rows });
    else {
      const held = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
      terminal.print(`${path}: ${megabytes(bytes)}, checked; ${plural(held.length, 'table')}: ${held.join(', ')}.`);
    }
    return 0;
  },
};
