import { ButtonStyle } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { CARO_KANN, REPORT } from '../../../../gallery/report.ts';
import { readConfig } from '../../../../src/app/config.ts';
import { discordPages } from '../../../../src/app/pages.ts';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import type { Pages } from '../../../../src/bot/discord/core/report-views.ts';
import { uciMoves } from '../../../../src/chess/game.ts';
import type { JobOf } from '../../../../src/service/jobs.ts';
import { review } from '../../../present/reviews.ts';
import { HandService, isDone, makeStore, startBot } from '../../../support/discord/bot.ts';
import type { Message } from '../../../support/discord/message.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { tasks } from '../../../support/tasks.ts';

/** Reports that are opened in a browser, from a channel. */

function pagesOf(env: Record<string, string>): Pages {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.message);
  return discordPages(config.value, tasks);
}
const LINK = pagesOf({ PUBLIC_URL: 'https://example.org/kibitz' });
const FILE = pagesOf({});

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const service = new HandService();
  const store = makeStore();
  const { logged } = await startBot(discord, { service, store, ...options });
  return { discord, service, store, logged, anna: discord.user('anna'), ben: discord.user('ben') };
}
type Club = Awaited<ReturnType<typeof club>>;

async function analyzed({ service, anna }: Club): Promise<Message> {
  const asked = anna.types('/analyze', { position: uciMoves(CARO_KANN).join(' ') });
  const { job, resolve } = await service.job();
  resolve({ ...REPORT, params: (job as JobOf<'expected'>).params });
  return asked.replyThat(isDone, 'it is done');
}

async function reviewed({ service, anna }: Club): Promise<Message> {
  const asked = anna.types('/review', { game: '[White "</script>"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# *' });
  (await service.job()).resolve(review('e4 e5 Qh5 Ke7 Qxe5#', { said: { 4: { judgement: 'blunder' } } }));
  return asked.replyThat(isDone, 'it is done');
}

const OPEN = 'Open in a browser';
const linkIn = ({ buttons }: Message): string | undefined =>
  buttons.flatMap(button => (button.style === ButtonStyle.Link ? [button.url] : []))[0];

describe('an analysis', () => {
  it('has a link to its page in whatever is shown of it', async () => {
    const world = await club({ pages: LINK });
    const { anna, ben, store } = world;
    const message = await analyzed(world);
    const url = linkIn(message) ?? '';
    const [, id = ''] = /^https:\/\/example\.org\/kibitz\/r\/([\w-]{22})$/.exec(url) ?? [];
    expect(store.reports.get(id)).toMatchObject({ kind: 'analyze', owner: anna.id });
    await anna.presses(message, 'Flip').acknowledged();
    await message.until(() => (message.versions.length > 1 && linkIn(message) === url) || undefined, 'it is flipped');
    const own = await ben.presses(message, 'Flip').reply();
    expect([own.ephemeral, linkIn(own), own.labels.slice(-2)]).toEqual([true, url, [OPEN, 'Share']]);
    // A copy has an address of its own.
    const shared = await ben.presses(own, 'Share').replyThat(isDone, 'it is shared');
    expect(linkIn(shared)).toMatch(/\/r\/[\w-]{22}$/);
    expect(linkIn(shared)).not.toBe(url);
    expect(world.logged).toEqual([]);
  });

  it('is handed out as a file to whoever wants it, and nobody else sees that', async () => {
    const world = await club({ pages: FILE });
    const { discord, anna, service, logged } = world;
    const message = await analyzed(world);
    expect([message.labels.at(-1), linkIn(message), message.attachments.length]).toEqual([OPEN, undefined, 1]);
    const carla = discord.user('carla', { locale: 'de' });
    const told = await carla.presses(message, OPEN).replyThat(isDone, 'it is there');
    expect([told.ephemeral, anna.sees(told), told.content]).toEqual([true, false, expect.stringMatching(/im Browser/)]);
    const [file] = told.attachments;
    expect(file?.filename).toBe('position.html');
    expect(file?.bytes.toString()).toMatch(/^<!doctype html>/);
    expect(file?.bytes.length).toBeLessThan(600_000);
    expect([service.asked.length, logged]).toEqual([1, []]);
  });

  it('has nothing of it where nobody wants that', async () => {
    const message = await analyzed(await club({ pages: pagesOf({ DISCORD_PAGES: 'off' }) }));
    expect(message.labels).not.toContain(OPEN);
  });

  it('that is too large for Discord says so', async () => {
    const sourceUrl = 'https://git.example.org/kibitz';
    const pages: Pages = {
      kind: 'file',
      make: (kept, _most, options) => tasks.run('page', { kept, sourceUrl, maxBytes: 1000 }, options),
    };
    const world = await club({ pages });
    const told = await world.ben.presses(await analyzed(world), OPEN).replyThat(isDone, 'it is said');
    expect([told.content, told.attachments]).toEqual([
      expect.stringContaining('too large for a file here (10 MB)'),
      [],
    ]);
  });
});

describe('a review', () => {
  it('has a link beside its buttons on every page, also where these are many', async () => {
    const world = await club({ pages: LINK });
    const message = await reviewed(world);
    const url = linkIn(message);
    expect(url).toMatch(/^https:\/\/example\.org\/kibitz\/r\/[\w-]{22}$/);
    const mistake = await world.ben.presses(message, 'Next mistake').reply();
    expect([linkIn(mistake), mistake.labels.slice(-2)]).toEqual([url, [OPEN, 'Share']]);
  });

  it('is handed out with its game in it', async () => {
    const world = await club({ pages: FILE });
    const told = await world.ben.presses(await reviewed(world), OPEN).replyThat(isDone, 'it is there');
    const [file] = told.attachments;
    expect(file?.filename).toBe('game.html');
    expect(file?.bytes.toString()).toContain('\\u003c/script>');
  });
});
