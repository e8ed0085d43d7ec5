import { Fault, throwIfAborted } from '../../../base/fault.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';

/** Files that people attach. Nothing is fetched but what Discord itself keeps. */

/** https://discord.com/developers/docs/reference#cdn-formatting */
const OWN = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
const DISCORD = 'https://discord.com';
export const MAX_BYTES = 1_000_000;
const DEADLINE_MS = 20_000;

/** Where DISCORD_API leads elsewhere, the files are there, too. */
export function fileOrigins(api: string): string[] {
  const { origin } = new URL(api);
  return origin === DISCORD ? OWN : [...OWN, origin];
}

interface GivenFile {
  url: string;
  size: number;
}

interface FileOptions {
  origins: readonly string[];
  voice: Voice;
  signal: AbortSignal;
}

/** The text of a file. */
export async function readFile({ url, size }: GivenFile, { origins, voice, signal }: FileOptions): Promise<string> {
  const refuse = (reason: string) => new Fault('bad-input', reason);
  const tooLarge = () => refuse(voice.say('file.size', { megabytes: MAX_BYTES / 1e6 }));
  if (!URL.canParse(url) || !origins.includes(new URL(url).origin)) throw refuse(voice.say('file.source'));
  if (size > MAX_BYTES) throw tooLarge();
  const bytes = await fetchBytes(url, signal);
  if (!bytes) throw tooLarge();
  const text = textOf(bytes);
  if (text === undefined) throw refuse(voice.say('file.kind'));
  return text;
}

/** Undefined where there are too many. */
async function fetchBytes(url: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const late = AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.any([signal, late]) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return await readBytes(response.body ?? new ReadableStream());
  } catch (error) {
    throwIfAborted(signal);
    throw new Fault('discord-failed', 'Discord did not hand out a file that was attached.', { cause: error });
  }
}

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Old programs write Latin-1. What has a zero in it is no text. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
