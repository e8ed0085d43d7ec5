import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Discord } from '../../test/support/discord/discord.ts';
import { closeDiscord, openDiscord } from '../../test/support/discord/open.ts';
import { withProgram } from '../../test/support/discord/program.ts';
import type { Loopback } from '../../test/support/lichess/loopback.ts';
import { closeLichess, openLichess } from '../../test/support/lichess/open.ts';
import { filled } from './document.ts';
import { isPicture, quote } from './quote.ts';
import { ownerOf, perform, type Take } from './scenes.ts';
import { shrunk } from './shrink.ts';

/**
 * The documentation of the commands, with what the bot says: it is started as its owner starts it, with the real
 * engines, on a Discord and a Lichess of this machine, and people type and press what the page says.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/commands.md');
const PICTURES = 'pictures/commands';
/** What the engines have said is remembered: the next run takes a minute. */
const MEMORY = join(ROOT, 'out/commands');
const LICHESS = 'https://lichess.org';

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en-US')} KB`;

/** The names of pictures by what is in them: one that is there already is not written again. */
type Written = Map<string, string>;

async function writePicture({ name, message }: Take, written: Written): Promise<string> {
  const [picture] = message.attachments.filter(isPicture);
  if (!picture) return '';
  const isAnimation = picture.content_type === 'image/gif';
  const bytes = isAnimation ? picture.bytes : await shrunk(picture.bytes);
  const content = bytes.toString('base64');
  const file = written.get(content) ?? `${name}.${isAnimation ? 'gif' : 'png'}`;
  if (!written.has(content)) writeFileSync(join(ROOT, 'docs', PICTURES, file), bytes);
  written.set(content, file);
  console.log(`${name}: ${file}, ${kilobytes(bytes.length)}`);
  return `${PICTURES}/${file}`;
}

async function write(discord: Discord, lichess: Loopback): Promise<void> {
  const texts = new Map<string, string>();
  const written: Written = new Map();
  for await (const take of perform(discord, lichess)) {
    const text = quote(discord, { ...take, picture: await writePicture(take, written) });
    texts.set(take.name, text.replaceAll(lichess.url, LICHESS));
  }
  writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8'), texts));
}

async function main(): Promise<void> {
  const folder = join(ROOT, 'docs', PICTURES);
  rmSync(folder, { recursive: true, force: true });
  for (const needed of [folder, MEMORY]) mkdirSync(needed, { recursive: true });
  const [discord, lichess] = [await openDiscord(), await openLichess()];
  const settings = {
    DISCORD_LINK_REPLIES: 'on',
    LICHESS_URL: lichess.url,
    KIBITZ_OWNERS: ownerOf(discord).id,
  };
  try {
    await withProgram(discord, MEMORY, settings, () => write(discord, lichess));
  } finally {
    closeDiscord(discord);
    closeLichess(lichess);
  }
  const complaints = [...discord.takeComplaints(), ...lichess.takeComplaints()];
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}

await main();
