import { describe, expect, it } from 'vitest';
import { type Catalogue, translation } from '../../../src/present/catalogue/catalogue.ts';
import { de } from '../../../src/present/catalogue/de.ts';
import { type CommandWords, en, type TextKey } from '../../../src/present/catalogue/en.ts';
import { choiceWords, commandWords, messageMenuWords, optionWords } from '../../../src/present/catalogue/localized.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import { THEMES } from '../../../src/render/theme.ts';
import { SPEEDS } from '../../../src/store/links.ts';
import { SETTING_NAMES } from '../../../src/store/settings.ts';

/** The entries that are texts: functions are seen at work in the tests of reports. */
const textsOf = ({ texts }: Catalogue): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

const KEYS = Object.keys(textsOf(en)) as TextKey[];
const LANGUAGES: [language: string, texts: Record<string, string>, commands: Record<string, CommandWords>][] = [
  ['en', textsOf(en), en.commands],
  ['de', textsOf(de), de.commands],
];

/** What can stand in a gap: a number, or the longest that anybody would put there. */
const anything = (text: string, filling: string | number): Record<string, string | number> =>
  Object.fromEntries(Array.from(text.matchAll(/\{(\w+)/g), ([, name]) => [name, filling]));

const say = (locale: string, key: TextKey, filling: string | number): string =>
  (voiceOf(locale).say as (key: TextKey, fillings: object) => string)(key, anything(textsOf(en)[key] ?? '', filling));

// https://discord.com/developers/docs/interactions/message-components and …/application-commands
const LIMITS: [what: string, is: (key: TextKey) => boolean, longest: number][] = [
  ['a button', key => /^button\.|^play\.(type|takeback|draw|resign|resign-yes|resign-no)$/.test(key), 80],
  ['a menu', key => /^menu\.|^play\.pick$/.test(key), 150],
  [
    'an entry of a menu',
    key => /^menu\..*\.option$|^theme\.|^color\.|^settings\.(on|off|all-channels)$/.test(key),
    100,
  ],
  ['a dialog', key => /^play\.(dialog|field)$/.test(key), 45],
  ['a message', () => true, 2000],
];

describe.each(LANGUAGES)('in %s', (language, texts, commands) => {
  it('every text can be filled in, with one thing and with many', () => {
    for (const key of KEYS)
      for (const filling of [1, 2, 12_345, 'x'.repeat(60)]) {
        const said = say(language, key, filling);
        expect(said, key).not.toMatch(/[{}|]|undefined|NaN|\s$|^\s| {2}/);
        expect(said, key).not.toBe('');
      }
  });

  it.each(LIMITS)('%s is never too long', (_, is, longest) => {
    const keys = KEYS.filter(is);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(say(language, key, 'x'.repeat(40)).length, key).toBeLessThanOrEqual(longest);
  });

  it('a text that names a button calls it what it is called', () => {
    const buttons = KEYS.filter(key => key.startsWith('button.')).map(key => texts[key]);
    const named = Object.values(texts).flatMap(text => Array.from(text.matchAll(/\*\*(.+?)\*\*/g), ([, name]) => name));
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(buttons).toContain(name);
  });

  it('a text that names a command or an option calls it what it is called', () => {
    const names = Object.values(commands);
    const options = names.flatMap(command => Object.values(command.options).map(({ name }) => name));
    const all = Object.values(texts);
    const mentioned = all.flatMap(text =>
      Array.from(text.matchAll(/(?<![\w{])\/(\p{L}[\p{L}-]+)/gu), ([, name]) => name),
    );
    expect(mentioned.length).toBeGreaterThan(1);
    for (const name of mentioned) expect(names.map(({ name: one }) => one)).toContain(name);
    const fields = KEYS.filter(key => key !== 'play.illegal').flatMap(
      key => /^(\p{Ll}+): /u.exec(texts[key] ?? '')?.[1] ?? [],
    );
    expect(fields.length).toBeGreaterThan(3);
    for (const field of fields) expect(options).toContain(field);
  });

  it('commands and options have names and descriptions that Discord takes', () => {
    const name = /^[-_'\p{L}\p{N}]{1,32}$/u;
    const called = Object.values(commands).map(command => command.name);
    expect(new Set(called).size).toBe(called.length);
    for (const command of Object.values(commands)) {
      const options = Object.values(command.options);
      expect(new Set(options.map(option => option.name)).size).toBe(options.length);
      for (const words of [command, ...options]) {
        expect(words.name).toMatch(name);
        expect(words.name).toBe(words.name.toLowerCase());
        expect(words.description.length, words.description).toBeLessThanOrEqual(100);
        expect(words.description).toMatch(/^\p{Lu}.*[^.\s]$/u);
      }
    }
  });

  it('quotes are those of the language', () => {
    const words = Object.values(commands).flatMap(one => [one, ...Object.values(one.options)]);
    for (const text of [...Object.values(texts), ...words.map(({ description }) => description)]) {
      expect(text).not.toMatch(/"|'|\.\.\./);
      expect((text.match(/[„“”]/g) ?? []).join('')).toMatch(language === 'de' ? /^(„“)*$/ : /^(“”)*$/);
    }
  });
});

describe('a translation', () => {
  it('is one: what is the same in both is a name or a number', () => {
    const hasWords = (text: string | undefined) => /\p{L}/u.test(text?.replace(/\{\w+\}/g, '') ?? '');
    const same = KEYS.filter(key => en.texts[key] === de.texts[key] && hasWords(textsOf(en)[key]));
    expect(same.toSorted()).toEqual(['button.gif', 'watch.on-tv']);
  });

  it('has what every setting, theme, speed and fault needs', () => {
    for (const name of [...SETTING_NAMES.map(one => `settings.${one}`), ...THEMES.map(one => `theme.${one}`)])
      expect(KEYS).toContain(name);
    for (const speed of SPEEDS) expect(KEYS).toContain(`speed.${speed}`);
  });

  it('does not compile without a text, with one too many, or with other gaps', () => {
    const { 'wait.next': _, ...incomplete } = de.texts;
    // @ts-expect-error: a text is missing
    translation({ ...de, texts: incomplete });
    // @ts-expect-error: there is no such text in the original
    translation({ ...de, texts: { ...de.texts, 'wait.nobody': 'Niemand.' } });
    // @ts-expect-error: the position is missing
    translation({ ...de, texts: { ...de.texts, 'wait.position': 'In der Warteschlange.' } });
    // @ts-expect-error: there is no such gap in the original
    translation({ ...de, texts: { ...de.texts, 'wait.position': 'Auf Platz {platz}.' } });
    // @ts-expect-error: it is a function in the original
    translation({ ...de, texts: { ...de.texts, 'man.a': 'ein Mann' } });
    // @ts-expect-error: the field is missing
    translation({ ...de, refusals: { ...de.refusals, nothing: 'Darin ist nichts.' } });
    translation({ ...de, texts: { ...de.texts, 'wait.position': '{position:Erster|Nicht Erster}: {position}' } });
  });

  it('is told to Discord', () => {
    expect(commandWords('analyze')).toEqual({
      name: 'analyze',
      name_localizations: { de: 'analyse' },
      description: 'Which moves give people the best chances here? By Stockfish and Maia',
      description_localizations: {
        de: 'Welche Züge geben Menschen hier die besten Chancen? Mit Stockfish und Maia',
      },
    });
    expect(optionWords('analyze', 'opponent-rating')).toMatchObject({
      name: 'opponent-rating',
      name_localizations: { de: 'gegner-wertungszahl' },
    });
    expect(choiceWords('theme.blue')).toEqual({ name: 'Blue', name_localizations: { de: 'Blau' } });
    const { name, name_localizations: names } = messageMenuWords;
    expect([name, names.de]).toEqual(['Analyze with Kibitz', 'Mit Kibitz analysieren']);
    for (const one of [name, names.de]) expect(one.length).toBeLessThanOrEqual(32);
  });
});
