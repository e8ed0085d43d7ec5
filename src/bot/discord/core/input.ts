import { badInput, Fault, throwIfAborted } from '../../../base/fault.ts';
import { inField } from '../../../chess/refusals.ts';
import { requireOver } from '../../../lichess/fair-play.ts';
import { type FindOptions, type Found, type FoundPosition, find, positionOf } from '../../../lichess/find.ts';
import { readText } from '../../../lichess/given-text.ts';
import { isLink, parseLink } from '../../../lichess/link.ts';
import type { Field, Voice } from '../../../present/catalogue/voice.ts';
import type { BotContext, Session } from './context.ts';

/** What a command is about: a position, a game, a file, or the name of a user. */

interface Given {
  options: {
    getString(name: string): string | null;
    getAttachment(name: string): { url: string; size: number } | null;
  };
}

/** The option `position` of a command. That of a running game only where `wanted` says so: players are not helped. */
export async function askedPosition(
  { options }: Given,
  session: Session,
  context: BotContext,
  wanted: Pick<FindOptions, 'running'> = {},
): Promise<FoundPosition> {
  return positionOf(await findIn(options.getString('position') ?? '', session, context, 'position', wanted));
}

/** The options `game` and `file` of a command; undefined where neither is given. */
export async function askedGame({ options }: Given, session: Session, context: BotContext): Promise<Found | undefined> {
  const [text, file] = [options.getString('game'), options.getAttachment('file')];
  if (text !== null && file) throw new Fault('bad-input', session.voice.say('file.or-game'));
  if (text !== null) return findIn(text, session, context, 'game');
  if (!file) return undefined;
  const { voice, signal } = session;
  // What is in a file is meant as it stands there: it may be long, and stars in it are no markdown.
  const content = await readFile(file, { origins: context.fileOrigins, voice, signal });
  const read = await readText({ text: content, as: 'pgn' }, context.readElsewhere);
  if (!read.ok) throw badInput(inField(read, 'file'));
  if (read.value.kind !== 'game') throw new Fault('internal', `a PGN was read as a ${read.value.kind}`);
  await requireOver(read.value.pgn, { lichess: context.lichess, signal }, 'file');
  return read.value;
}

/** What is in a text; what is wrong with it is told as being about that field. */
export async function findIn(
  text: string,
  { signal }: Session,
  { lichess, readElsewhere }: BotContext,
  field: Field,
  wanted: Pick<FindOptions, 'running'> = {},
): Promise<Found> {
  try {
    return await find(text, { lichess, signal, readElsewhere, ...wanted }, field);
  } catch (error) {
    throw error instanceof Fault && error.refusal ? badInput(inField(error, field)) : error;
  }
}

/** A name on Lichess; people also paste the address of a user's page. */
export function nameIn(given: string, home: string): string {
  const link = isLink(given) ? parseLink(given, home) : undefined;
  return link?.ok && link.value.kind === 'user' ? link.value.name : given.replace(/^@/, '');
}

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
