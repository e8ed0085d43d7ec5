import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` never returns where a parent exists but takes no folders
 * (`/proc`, for one); here that is an error like any other.
 */
export function makeFolder(path: string, mayRetry = true): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return mustBeFolder(path);
    if (code !== 'ENOENT' || dirname(path) === path || !mayRetry) throw error;
    makeFolder(dirname(path));
    makeFolder(path, false); // another process may have made it meanwhile
  }
}

function mustBeFolder(path: string): void {
  if (statSync(path).isDirectory()) return;
  throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${path}'`), { code: 'ENOTDIR' });
}
