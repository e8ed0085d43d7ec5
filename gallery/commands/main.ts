import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeDiscord, openDiscord } from '../../test/support/discord/open.ts';
import { withProgram } from '../../test/support/discord/program.ts';
import { filled } from './document.ts';
import { isPicture, quote } from './quote.ts';
import { perform } from './scenes.ts';

/**
 * The documentation of the commands, with what the bot says: it is started as its owner starts it, with the real engines,
 * on a Discord of this machine, and people type and press what is in the page.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/commands.md');
const PICTURES = 'pictures/commands';
/** What the engines have said is remembered: the next run takes seconds. */
const MEMORY = join(ROOT, 'out/commands');

const SETTINGS = { DISCORD_LINK_REPLIES: 'on' };

async function main(): Promise<void> {
  mkdirSync(MEMORY, { recursive: true });
  const folder = join(ROOT, 'docs', PICTURES);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const discord = await openDiscord();
  const texts = new Map<string, string>();
  let total = 0;
  try {
    await withProgram(discord, MEMORY, SETTINGS, async () => {
      for await (const { name, did, message } of perform(discord)) {
        const [picture] = message.attachments.filter(isPicture);
        const file = `${name}.${picture?.content_type === 'image/gif' ? 'gif' : 'png'}`;
        texts.set(name, quote(discord, { did, message, picture: `${PICTURES}/${file}` }));
        const bytes = picture?.bytes ?? Buffer.of();
        if (picture) writeFileSync(join(folder, file), bytes);
        total += bytes.length;
        console.log(`${name}: ${picture ? `${file}, ${Math.round(bytes.length / 1000)} KB` : 'words'}`);
      }
    });
  } finally {
    closeDiscord(discord);
  }
  for (const complaint of discord.takeComplaints()) console.log(`Discord complains: ${complaint}`);
  console.log(`pictures: ${Math.round(total / 1000)} KB`);
  writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8'), texts));
}

await main();
