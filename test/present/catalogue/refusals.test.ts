import { describe, expect, it } from 'vitest';
import { no } from '../../../src/base/result.ts';
import { inField, REFUSALS, type RefusalKey, refuse, sentenceOf } from '../../../src/chess/refusals.ts';
import { de } from '../../../src/present/catalogue/de.ts';
import { type CommandTable, en } from '../../../src/present/catalogue/en.ts';
import { fieldsIn, voiceOf } from '../../../src/present/catalogue/voice.ts';

/** What is wrong with what people give, in every language. */

const KEYS = Object.keys(REFUSALS) as RefusalKey[];
const [english, german] = [voiceOf('en-GB'), voiceOf('de')];

/** Every gap filled with a word that is in no sentence. */
const example = (key: RefusalKey, field = 'position') => {
  const names = Array.from(REFUSALS[key].matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return { key, gaps: { ...Object.fromEntries(names.map(name => [name, `‹${name}›`])), field } };
};

describe.each(KEYS)('%s', key => {
  it('is one sentence about a field, and another in German', () => {
    const [said, gesagt] = [english.refuse(example(key)), german.refuse(example(key))];
    expect(said).toBe(sentenceOf(example(key)));
    expect(said).toMatch(/^position: [a-z"‹].*\.$/);
    expect(gesagt).toMatch(/^stellung: [\p{Lu}„‹].*[.?]$/u);
    expect([said, gesagt].join('')).not.toMatch(/\{\w|undefined|\n/);
    expect(gesagt).not.toBe(said);
  });

  it('has the quotes of its language', () => {
    const plain = de.refusals[key].replace('„}“', '');
    expect(plain).not.toMatch(/["']/);
    expect((plain.match(/[„“”]/g) ?? []).join('')).toMatch(/^(„“)*$/);
  });

  it('fits where it is shown, whatever is quoted', () => {
    const { gaps } = example(key);
    const long = Object.fromEntries(Object.keys(gaps).map(name => [name, 'x'.repeat(name === 'fen' ? 120 : 40)]));
    for (const voice of [english, german]) expect(voice.refuse({ key, gaps: long }).length).toBeLessThanOrEqual(300);
  });
});

describe('a field', () => {
  it('is called what people see', () => {
    const seen = (commands: CommandTable) =>
      Object.values(commands).flatMap(({ options }) => Object.values(options).map(({ name }) => name));
    for (const catalogue of [en, de]) {
      const { message: _, ...fields } = fieldsIn(catalogue);
      for (const field of Object.values(fields)) expect(seen(catalogue.commands)).toContain(field);
    }
    expect(german.refuse(example('nothing', 'message'))).toMatch(/^nachricht: /);
  });

  it('stays what it is where it is none of those', () => {
    expect(german.refuse(example('nothing', 'searchmoves'))).toMatch(/^searchmoves: /);
  });

  it('is another one for those who know better where it stood', () => {
    const failure = refuse('moves.illegal.black', { field: 'moves', move: 'Ke3', number: 12 });
    expect(failure.message).toBe('moves: "Ke3" (move 12, Black) is not a legal move there.');
    expect(inField(failure, 'game').message).toBe('game: "Ke3" (move 12, Black) is not a legal move there.');
    expect(inField(no('book: not a book.'), 'game')).toEqual(no('book: not a book.'));
  });
});
