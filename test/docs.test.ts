import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { filled, placesIn } from '../gallery/commands/document.ts';
import { quote } from '../gallery/commands/quote.ts';
import { shrunk } from '../gallery/commands/shrink.ts';
import { repository } from '../src/base/package-info.ts';
import { COMMANDS, MESSAGE_COMMANDS } from '../src/bot/discord/commands.ts';
import type { BotContext } from '../src/bot/discord/core/context.ts';
import { helpCommand } from '../src/bot/discord/info/commands.ts';
import { de } from '../src/present/catalogue/de.ts';
import { voiceOf } from '../src/present/catalogue/voice.ts';
import { boardPicture } from '../src/render/board-picture.ts';
import { sceneOf } from '../src/render/scene.ts';
import { EVALUATED, HandService, isDone, startBot } from './support/discord/bot.ts';
import { startDiscord } from './support/discord/start.ts';
import { pixelsOf } from './support/picture-pixels.ts';
import { positionOf } from './support/positions.ts';

/** What is written for people, held to what there is. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const PAGE = read('docs/commands.md');
const README = read('README.md');
const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

/** From its heading to the next. */
function section(title: string): string {
  const [, ...sections] = PAGE.split(/^## /m);
  const found = sections.find(text => text.startsWith(`${title}\n`));
  expect(found, `docs/commands.md says nothing about ${title}`).toBeDefined();
  return found ?? '';
}

type Option = APIApplicationCommandBasicOption;

/** The bounds and the choices that Discord holds people to. */
function limitsOf(option: Option): string[] {
  const choices = 'choices' in option && option.choices ? option.choices.map(({ name }) => name) : [];
  const bounds =
    'min_value' in option && option.min_value !== undefined ? [`${option.min_value}–${option.max_value}`] : [];
  const length =
    option.type === ApplicationCommandOptionType.String && option.max_length ? [String(option.max_length)] : [];
  return [...choices, ...bounds, ...length];
}

describe('the documentation of the commands', () => {
  it.each(COMMANDS.map(({ description }) => [description.name, description] as const))(
    'describes /%s, with every option and its limits',
    (name, description) => {
      const text = section(`/${name}`);
      const options = ('options' in description ? (description.options ?? []) : []) as Option[];
      const rows = text.split('\n').filter(line => line.startsWith('| `'));
      expect(rows.map(row => /^\| `([\w-]+)` \|/.exec(row)?.[1])).toEqual(options.map(option => option.name));
      for (const [index, option] of options.entries()) {
        for (const limit of limitsOf(option)) expect(rows[index], option.name).toContain(limit);
        expect(/required \|$/.test(rows[index] ?? ''), option.name).toBe(option.required ?? false);
      }
      if (options.length === 0) expect(text).toContain('It has no options.');
    },
  );

  it('knows all commands by both names, and those of the menu of messages', () => {
    const list = PAGE.slice(0, PAGE.indexOf('\n## '));
    for (const { description } of COMMANDS) expect(list).toContain(`[\`/${description.name}\`](#${description.name})`);
    for (const { description } of MESSAGE_COMMANDS) section(description.name);
    const german = section('For all of them');
    const registered = COMMANDS.map(({ description }) => description.name);
    for (const [name, words] of Object.entries(de.commands))
      expect(german.includes(`\`/${words.name}\``), words.name).toBe(registered.includes(name));
  });

  it('has a reply in each of its places, and says the help that is said today', async () => {
    const places = placesIn(PAGE);
    expect(places.length).toBeGreaterThan(20);
    expect(new Set(places).size).toBe(places.length);
    for (const name of places) expect(PAGE).toMatch(new RegExp(`<!-- ${name} -->\n> \\S`));
    const kit = { commands: COMMANDS, sourceUrl: repository() } as unknown as BotContext;
    const talk = { voice: voiceOf('en-GB') };
    const reply = await helpCommand.run({} as never, talk as never, kit, {} as never);
    const lines = 'content' in reply ? (reply.content?.split('\n') ?? []) : [];
    expect(lines.length).toBeGreaterThan(COMMANDS.length);
    const help = section('/help').replaceAll('\n> ', ' ');
    for (const line of lines.filter(Boolean)) expect(help).toContain(line);
  });

  it('is small enough to be loaded on a phone', () => {
    const folder = join(ROOT, 'docs/pictures/commands');
    const bytes = readdirSync(folder).map(name => statSync(join(folder, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
  });
});

describe('the README', () => {
  it('names every command', () => {
    const table = README.slice(README.indexOf('## On Discord'), README.indexOf('## On Lichess'));
    for (const { description } of [...COMMANDS, ...MESSAGE_COMMANDS]) {
      const name = description.type === undefined ? `/${description.name}` : description.name;
      expect(table).toContain(name);
    }
  });

  it('takes a minute to read', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');

  it('names files that are there', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const named = Array.from(text.matchAll(/`([\w/-]+\.ts)`/g), ([, name = '']) => name);
    expect(named.length).toBeGreaterThan(30);
    const isThere = (name: string) =>
      files.some(file => `src/${file}`.endsWith(`/${name}`)) || existsSync(join(ROOT, name));
    expect(named.filter(name => !isThere(name))).toEqual([]);
  });

  it('counts the files of its walks, and how often they come back to a folder that was left', () => {
    const [, ...walks] = text
      .slice(text.indexOf('## Three requests'), text.indexOf('How long these walks are'))
      .split('\n### ');
    const rows = walks.map(walk => {
      const files = [...new Set(Array.from(walk.matchAll(/`([\w/-]+\.ts)`/g), ([, name = '']) => name))];
      expect(files.filter(name => !existsSync(join(ROOT, 'src', name)))).toEqual([]);
      const folders = files.map(name => dirname(name)).filter((folder, index, all) => folder !== all[index - 1]);
      return `| ${walk.split('\n')[0]} | ${files.length} | ${folders.length - new Set(folders).size} |`;
    });
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(text).toContain(row);
  });
});

describe.each(PAGES)('in %s', page => {
  const text = read(page);

  it('every picture is there, and every picture that is there is shown', () => {
    const sources = [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)|<img src="([^"]+)"/g)].map(
      ([, one, two]) => one ?? two ?? '',
    );
    for (const source of sources) expect(existsSync(join(ROOT, dirname(page), source)), source).toBe(true);
    if (page !== 'docs/commands.md') return;
    const shown = sources.map(source => source.split('/').at(-1));
    for (const name of readdirSync(join(ROOT, 'docs/pictures/commands'))) expect(shown).toContain(name);
  });

  it('lines have at most 120 columns, but for rows of tables and examples, which cannot be broken', () => {
    const prose = text.replace(/^( *)```[\s\S]*?^ *```/gm, '').split('\n');
    const long = prose.filter(line => line.length > 120 && !line.startsWith('|') && !line.includes('](https://'));
    expect(long.filter(line => !/^`[^`]+`$/.test(line))).toEqual([]);
  });

  it('every link within the project leads somewhere', () => {
    const links = [...text.matchAll(/(?<!!)\[[^\]]+\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link);
    for (const link of links) {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : join(dirname(page), file);
      expect(existsSync(join(ROOT, target)), link).toBe(true);
      if (anchor) expect(anchorsIn(read(target)), link).toContain(anchor);
    }
  });
});

/** https://docs.github.com/en/get-started/writing-on-github: small letters, no signs, a hyphen for each blank. */
const anchorsIn = (page: string): string[] =>
  Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('a page with places', () => {
  const page = '# Title\n\n<!-- one -->\nold\n<!-- /one -->\n\nBetween.\n\n<!-- two -->\n<!-- /two -->\n';
  it('is filled where they are, and left alone everywhere else', () => {
    const texts = new Map([
      ['one', '> new $& $1'],
      ['two', '> second'],
    ]);
    const once = filled(page, texts);
    expect(once).toBe(
      '# Title\n\n<!-- one -->\n> new $& $1\n<!-- /one -->\n\nBetween.\n\n<!-- two -->\n> second\n<!-- /two -->\n',
    );
    expect(filled(once, texts)).toBe(once);
    expect(() => filled(page, new Map([['one', 'x']]))).toThrow('the place "two"');
    expect(() => filled(page, new Map([...texts, ['three', 'x']]))).toThrow('three');
  });
});

describe('a message as a quotation', () => {
  it('has its words, its picture with words of its own, its files and its keys', async () => {
    const discord = await startDiscord();
    const service = new HandService();
    await startBot(discord, { service });
    const anna = discord.user('anna');
    const board = anna.types('/board', { position: '8/8/8/8/8/4k3/8/4K3 w - - 0 1' });
    const text = quote(discord, {
      ...{ did: '**anna** types something', picture: 'x.png' },
      message: await board.replyThat(isDone, 'it is done'),
    });
    expect(text).toMatch(
      /^> \*\*anna\*\* types something\n>\n> \*\*Kibitz\*\*\n>\n> <img src="x\.png" width="\d+" alt="Board\. Draw: .+">$/,
    );
    const settings = await anna.types('/help').replyThat(isDone, 'it is done');
    expect(quote(discord, { did: 'x', picture: '', message: settings })).toMatch(
      /\*\*Kibitz\*\* · \*only you can see this\*\n>\n> I know [^\n]+\n>\n> \*\*\/analyze\*\*[^\n]+\\\n> \*\*\/review/,
    );
    const asked = anna.types('/eval', { position: 'e4' });
    await service.job();
    const waiting = await asked.reply();
    expect(quote(discord, { did: 'x', picture: '', message: waiting })).toMatch(/\n> <kbd>Cancel<\/kbd>$/);
    (await service.job()).resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
  });
});

describe('a picture with fewer colours', () => {
  it('is as large, a third of the bytes, and looks the same', async () => {
    const picture = await boardPicture(sceneOf(positionOf('r3k2r/8/8/3q4/8/8/8/R3K2R w KQkq - 0 1')));
    const png = await shrunk(picture.png);
    expect(png.length).toBeLessThan(picture.png.length / 2);
    const [before, after] = [await pixelsOf(picture), await pixelsOf({ ...picture, png })];
    const parts = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16));
    for (let at = 0; at < picture.width; at += 7) {
      const [one, other] = [parts(before.at(at, at)), parts(after.at(at, at))];
      for (const [index, part] of one.entries()) expect(Math.abs(part - (other[index] ?? 0))).toBeLessThan(24);
    }
  });
});
