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

/** What goes into a file, and a name for one. */
const OUTPUTS = {
  png: ['the picture', 'out.png'],
  gif: ['the picture', 'out.gif'],
  pgn: ['the game', 'out.pgn'],
  html: ['the page', 'report.html'],
} as const;

/** Where a picture goes. */
export function outputOption(values: Values, extension: 'png' | 'gif'): string {
  const file = values.output === '' ? undefined : fileOption(values, 'output', extension);
  if (file === undefined) throw new Fault('bad-input', `output: say where the picture goes, with -o out.${extension}.`);
  return file;
}

/** Where something goes that need not be written. */
export function fileOption(values: Values, name: string, extension: keyof typeof OUTPUTS): string | undefined {
  const file = values[name];
  if (typeof file !== 'string') return undefined;
  const [what, example] = OUTPUTS[extension];
  if (file === '') throw new Fault('bad-input', `${name}: say where ${what} goes, such as ${example}.`);
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
 * Before long work rather than after it: whether a file can be written, if one is wanted. One that is not there yet is
 * not left behind.
 */
export async function probeOutput(file: string | undefined, name: string): Promise<void> {
  if (file === undefined) return;
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
