import { afterEach, expect, onTestFinished, vi } from 'vitest';
import type { Discord, DiscordOptions } from './discord.ts';
import { closeDiscord, openDiscord } from './open.ts';

/** A Discord for a test, which fails at its end if a request was not as Discord wants it. */

const open: Discord[] = [];
afterEach(() => {
  const complaints = open.splice(0).flatMap(discord => {
    closeDiscord(discord);
    return discord.takeComplaints();
  });
  expect(complaints, 'what Discord would have complained about').toEqual([]);
});

export async function startDiscord(options: DiscordOptions = {}): Promise<Discord> {
  const discord = await openDiscord(options);
  open.push(discord);
  return discord;
}

/** discord.js identifies once in five seconds; for the rest of this test these are over. */
export function passFiveSeconds(): void {
  const now = Date.now;
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 5_001);
  onTestFinished(() => later.mockRestore());
}
