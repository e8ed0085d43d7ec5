import { createReadStream, existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { badInput, Fault, systemReason, throwIfAborted } from '../base/fault.ts';
import { inField } from '../chess/refusals.ts';
import { MAX_PGN_LENGTH, notAPgn } from '../input/pgn.ts';
import type { Values } from './command.ts';

/** Files that people name on the command line. */

/** The text of a file, or of standard input for "-", piece by piece. An interrupt does not wait for the next piece. */
export async function* readChunks(file: string, signal: AbortSignal, field = 'pgn'): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin.setEncoding('utf8') : createReadStream(file, 'utf8');
  addAbortSignal(signal, stream);
  try {
    for await (const chunk of stream) yield chunk as string;
  } catch (error) {
    throwIfAborted(signal);
    const { code } = error as NodeJS.ErrnoException;
    // A position in place of a file is a mistake of its own.
    const other = code === 'ENOENT' ? notAPgn(file) : undefined;
    throw other ? badInput(inField(other, field)) : new Fault('bad-input', `${file}: ${systemReason(error as Error)}.`);
  }
}

/** The text of a PGN, as much of it as is ever looked at. */
export async function readPgn(file: string, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const chunk of readChunks(file, signal)) {
    text += chunk;
    if (text.length > MAX_PGN_LENGTH) break;
  }
  return text;
}

/** A hundred thousand positions. */
const MAX_TEXT = 8_000_000;

/** All of the text of a file that is no PGN of many games. */
export async function readText(file: string, signal: AbortSignal, field: string): Promise<string> {
  let text = '';
  for await (const chunk of readChunks(file, signal, field)) {
    text += chunk;
    if (text.length > MAX_TEXT)
      throw new Fault('bad-input', `${field}: at most ${MAX_TEXT / 1e6} MB, please; ${file} is more.`);
  }
  return text;
}

/** Where a picture goes. */
export function outputOption(values: Values, extension: 'png' | 'gif'): string {
  const file = fileOption(values, 'output', extension);
  if (file === undefined) throw new Fault('bad-input', `output: say where the picture goes, with -o out.${extension}.`);
  return file;
}

/** Where a picture goes that need not be made. */
export function pictureOption(values: Values, name: string): string | undefined {
  if (values[name] === '') throw new Fault('bad-input', `${name}: say where the picture goes, such as out.png.`);
  return fileOption(values, name, 'png');
}

/** Where a game goes that need not be written. */
export function pgnOption(values: Values, name: string): string | undefined {
  if (values[name] === '') throw new Fault('bad-input', `${name}: say where the game goes, such as out.pgn.`);
  return fileOption(values, name, 'pgn');
}

/** Where a page for a browser goes that need not be written. */
export function htmlOption(values: Values): string | undefined {
  if (values.html === '') throw new Fault('bad-input', 'html: say where the page goes, such as report.html.');
  return fileOption(values, 'html', 'html');
}

function fileOption(values: Values, name: string, extension: string): string | undefined {
  const file = values[name];
  if (typeof file !== 'string' || file === '') return undefined;
  if (!file.toLowerCase().endsWith(`.${extension}`))
    throw new Fault('bad-input', `${name}: "${file}" does not end in .${extension}.`);
  return file;
}

export async function writeOutput(file: string, content: Buffer | string, name = 'output'): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    throw unwritable(file, name, error);
  }
}

/**
 * Before long work rather than after it: whether a file can be written. One that is not there yet is not left behind.
 */
export async function probeOutput(file: string, name: string): Promise<void> {
  try {
    const isNew = !existsSync(file);
    await writeFile(file, '', { flag: 'a' });
    if (isNew) await rm(file);
  } catch (error) {
    throw unwritable(file, name, error);
  }
}

function unwritable(file: string, name: string, error: unknown): Fault {
  const isFolderMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const reason = isFolderMissing ? 'its folder does not exist' : systemReason(error as Error);
  return new Fault('bad-input', `${name}: "${file}" cannot be written: ${reason}.`);
}
