import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cut } from '../../../../src/base/text.ts';
import { escapeMarkdown, escapeSentence, plainLabel } from '../../../../src/bot/discord/core/escape-markdown.ts';
import { ACTIVE } from '../../../support/discord/active.ts';

/** What Discord shows of a text: a backslash before a sign is not shown, and neither is a blank without width. */
const shown = (text: string): string => text.replace(/\\([^0-9A-Za-z\s])/g, '$1').replaceAll('\u200b', '');

/** A text with a letter for each sign that a backslash stands before: the others are those that Discord acts upon. */
const bareSigns = (text: string): string => text.replace(/\\[^0-9A-Za-z\s]/g, 'x');

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...['*', '**', '_', '__', '~~', '||', '`', '```', '\\', '> ', '>>> ', '# ', '## ', '-# ', '- ', '1. ', '\n'],
        ...[
          '[x](http://evil.example)',
          'https://evil.example/a',
          'discord.gg/abc',
          'discord.com/invite/abc',
          '@everyone',
        ],
        ...[
          '@here',
          '<@123>',
          '<@!123>',
          '<@&123>',
          '<#1>',
          '<:emoji:1>',
          '<a:x:1>',
          '</play:1>',
          '<t:1:R>',
          '<id:guide>',
        ],
        ...[
          ':smile:',
          '@',
          '<',
          '>',
          ':',
          '/',
          '\u202e',
          '\u2066',
          '\u200b',
          'Z̸̢̛͔͖̓a̷͝l̶g̵o',
          '👩‍👩‍👧‍👦',
          'é',
          '٣',
          '王',
          '\ud800',
        ],
      ),
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join(''));

const letters = fc.constantFrom(...'abcxyzABCXYZäöüßéñøÅçłżğ李王ДжИ0123456789');
const word = fc.string({ unit: letters, minLength: 1, maxLength: 8 });
const name = fc
  .tuple(
    fc.constantFrom('M', 'Ø', '李', 'd'),
    word,
    fc.array(fc.tuple(fc.constantFrom(' ', '-', "'", ', ', '. ', ' (', ') '), word)),
  )
  .map(([first, second, rest]) => first + second + rest.flat().join(''));

describe('a plain name', () => {
  it.each([
    'Magnus Carlsen',
    'Carlsen, M.',
    'Müller-Lüdenscheidt, K.',
    "O'Kelly de Galway (GM)",
    'Nepomniachtchi, Ian 2771',
    'Ding Liren 丁立人',
    'Rd. 7: Board 3',
    '1st place, 50 %',
    'C# minor',
    'Äther & Öl!',
    '👩‍👩‍👧‍👦 family',
  ])('stays as it is: %s', text => {
    for (const safe of [escapeMarkdown, plainLabel]) expect(safe(text)).toBe(text);
  });

  it('stays as it is, whichever', () => {
    fc.assert(
      fc.property(name, text => {
        for (const safe of [escapeMarkdown, plainLabel]) expect(safe(text, 300)).toBe(clean(text));
      }),
    );
  });
});

describe('in markdown', () => {
  it.each([
    ['@everyone', '@\u200beveryone'],
    ['<@123456789012345678>', '\\<@\u200b123456789012345678\\>'],
    ['<#1>', '\\<#1\\>'],
    ['<:emoji:1>', '\\<\\:emoji\\:1\\>'],
    ['[x](http://evil.example)', '\\[x\\](http\\:\\/\\/evil.example)'],
    ['https://evil.example/a', 'https\\:\\/\\/evil.example\\/a'],
    ['discord.gg/abc', 'discord.gg\\/abc'],
    ['some_name_', 'some\\_name\\_'],
    ['**bold** ||spoiler|| ~~gone~~', '\\*\\*bold\\*\\* \\|\\|spoiler\\|\\| \\~\\~gone\\~\\~'],
    ['```js\nalert()```', '\\`\\`\\`js alert()\\`\\`\\`'],
    ['# Heading', '\\# Heading'],
    ['### Heading', '\\#\\#\\# Heading'],
    ['-# small', '\\-# small'],
    ['- item', '\\- item'],
    ['1. FC Köln', '1\\. FC Köln'],
    ['> quote', '\\> quote'],
    ['a\n# b', 'a # b'],
    ['ends with \\', 'ends with \\\\'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['', '?'],
    ['\u200b\u202e\n', '?'],
  ])('%j is defused', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });

  it('nothing of strangers is acted upon, and all of it can be read', () => {
    fc.assert(
      fc.property(hostile, text => {
        const safe = escapeMarkdown(text, 600);
        for (const pattern of ACTIVE) expect(safe).not.toMatch(pattern);
        const left = bareSigns(safe);
        expect(left).not.toMatch(/[\\*_~`|<>[\]]/);
        expect(left).not.toMatch(/@(?!\u200b)/);
        expect(left).not.toMatch(/^(#{1,3}|-#?|\+|\d+\.)(\s|$)/);
        expect(safe).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(shown(safe)).toBe(clean(text) || '?');
      }),
      { numRuns: 2000 },
    );
  });

  it('what stands around it keeps its meaning', () => {
    fc.assert(
      fc.property(hostile, text => {
        // An odd number of backslashes at its end would take the first of our own signs.
        expect(/\\*$/.exec(escapeMarkdown(text, 600))?.[0].length ?? 0).toSatisfy((count: number) => count % 2 === 0);
      }),
    );
  });
});

describe('in a label', () => {
  it('there are no backslashes that nobody wrote', () => {
    expect(plainLabel('some_name [GM] @ home')).toBe('some_name [GM] @ home');
    fc.assert(
      fc.property(hostile, text => {
        expect(plainLabel(text, 600)).toBe(clean(text) || '?');
      }),
    );
  });
});

describe('no text', () => {
  it('is longer than asked for, and it is cut between characters', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 100 }), (text, longest) => {
        for (const safe of [escapeMarkdown, plainLabel]) {
          const result = safe(text, longest);
          expect(result.length).toBeLessThanOrEqual(longest);
          expect(result).not.toBe('');
          expect(result).not.toMatch(/\p{Cs}/u);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('of a usual length is cut where people would', () => {
    expect(plainLabel('👩‍👩‍👧‍👦'.repeat(20), 40)).toBe(`${'👩‍👩‍👧‍👦'.repeat(3)}…`);
    expect(escapeMarkdown('_'.repeat(255))).toBe(`${'\\_'.repeat(29)}…`);
    expect(escapeMarkdown('a'.repeat(255))).toBe(cut('a'.repeat(255), 60));
  });
});

describe('a sentence of ours', () => {
  const sentence = `1. e4 by [x](http://evil.example) was *fine*: < 1 %. ${'And so on. '.repeat(60)}End.`;

  it('is shown as it is, however long, and does nothing', () => {
    const safe = escapeSentence(sentence, 2000);
    expect(shown(safe)).toBe(sentence);
    for (const pattern of ACTIVE) expect(safe).not.toMatch(pattern);
    expect(bareSigns(safe)).not.toMatch(/[*[\]<]|^1\./);
  });

  it('is no longer than asked for', () => {
    expect(escapeSentence(sentence, 100).length).toBeLessThanOrEqual(100);
  });
});
