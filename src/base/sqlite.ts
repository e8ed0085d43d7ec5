import { existsSync, renameSync, rmSync, statSync } from 'node:fs';

/** What can be wrong with a database of SQLite, whoever keeps something in it. */

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');
const startsWithOne = (code: string, ...prefixes: string[]): boolean =>
  prefixes.some(prefix => code.startsWith(prefix));

/** Another process holds it for the moment. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** The file is no database, or what is in it makes no sense. */
export const isDamaged = (error: unknown): boolean => startsWithOne(codeOf(error), 'SQLITE_CORRUPT', 'SQLITE_NOTADB');

/** The disk is full or broken, or the file must not be written. */
export const isUnwritable = (error: unknown): boolean =>
  startsWithOne(codeOf(error), 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN');

/** Which file lies at a path; another one may have been put there meanwhile. */
export const fileAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** Where Docker is to mount a file that is not there it makes a folder. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/**
 * Puts a database, or whatever has its name, out of the way, in place of what was put there before. What SQLite keeps
 * beside it belongs to it: a log of changes that stayed behind would be written into the next file of that name.
 */
export function putAside(path: string): void {
  const aside = `${path}.broken`;
  for (const suffix of ['', '-wal']) {
    rmSync(`${aside}${suffix}`, { recursive: true, force: true });
    if (fileAt(`${path}${suffix}`) !== undefined) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  rmSync(`${path}-shm`, { force: true });
}
