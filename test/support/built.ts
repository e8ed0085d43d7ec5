import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testRoot } from './root.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
export const builtFolder = (mainPid: number): string => join(testRoot(mainPid), 'built');

/** The built twin of a file of ours, for a test to run; see build.ts. */
export const builtFile = (url: string | URL): string =>
  join(builtFolder(process.ppid), relative(projectRoot, fileURLToPath(url)).replace(/\.ts$/, '.js'));
export const builtUrl = (url: string): string => pathToFileURL(builtFile(url)).href;

/** The command line. */
export const mainFile = builtFile(new URL('../../src/cli/main.ts', import.meta.url));
