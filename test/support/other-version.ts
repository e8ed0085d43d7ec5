import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder, projectRoot } from './built.ts';
import { temporaryFolder } from './settings.ts';

/** The command line of another version of Kibitz, for a test to run. */
export function otherVersion(version: string): string {
  const folder = temporaryFolder();
  cpSync(join(builtFolder(process.ppid), 'src'), join(folder, 'src'), { recursive: true });
  for (const name of ['assets', 'node_modules']) symlinkSync(join(projectRoot, name), join(folder, name));
  const described = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, version }));
  return join(folder, 'src/cli/main.js');
}
