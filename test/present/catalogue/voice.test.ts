import { describe, expect, it } from 'vitest';
import { FAULTS, Fault } from '../../../src/base/fault.ts';
import { sayFault, sayLimit, sayProgress } from '../../../src/bot/discord/core/sentences.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';

const [english, german] = [voiceOf('en-US'), voiceOf('de')];
const MINUTE = 60_000;
/** Blanks that do not break look like others. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('whoever asks', () => {
  it.each([
    ['de', 'de', 'Abbrechen'],
    ['en-US', 'en', 'Cancel'],
    ['en-GB', 'en', 'Cancel'],
    ['fr', 'en', 'Cancel'],
    ['pt-BR', 'en', 'Cancel'],
    ['zh-CN', 'en', 'Cancel'],
    ['tlh', 'en', 'Cancel'],
    ['', 'en', 'Cancel'],
    ['not a locale', 'en', 'Cancel'],
    ['__proto__', 'en', 'Cancel'],
  ])('with %j is answered in %s', (locale, language, cancel) => {
    const voice = voiceOf(locale);
    expect([voice.language, voice.say('button.cancel')]).toEqual([language, cancel]);
  });

  it.each([
    ['en-US', '12,345', '1500', '+0.36', '50.4%', '12 minutes', 'a, b, and c'],
    ['en-GB', '12,345', '1500', '+0.36', '50.4%', '12 minutes', 'a, b and c'],
    ['de', '12.345', '1500', '+0,36', '50,4 %', '12 Minuten', 'a, b und c'],
    // Numbers of their own in an English text, but no French words in it.
    ['fr', '12 345', '1500', '+0,36', '50,4 %', '12 minutes', 'a, b, and c'],
  ])('with %s sees numbers as they are written there', (locale, ...expected) => {
    const { number, signed, percent, duration, list } = voiceOf(locale);
    const written = [
      ...[number(12_345), number(1500), signed(0.361), percent(0.5041, 1)],
      ...[duration(12 * MINUTE), list(['a', 'b', 'c'])],
    ];
    expect(written.map(plain)).toEqual(expected);
  });
});

describe('a text with gaps', () => {
  it('is filled in, numbers as the asker writes them', () => {
    expect(english.say('wait.position', { position: 12_345 })).toBe('Waiting: number 12,345 in line.');
    expect(german.say('wait.position', { position: 12_345 })).toBe('In der Warteschlange auf Platz 12.345.');
    expect(german.say('menu.rating.option', { rating: 1500 })).toBe('Wertungszahl 1500');
  });

  it('has the word that goes with its number', () => {
    expect(german.say('limit.user-running', { most: 1 })).toBe(
      'Bei dir läuft schon 1 Analyse. Warte, bis sie fertig ist, oder brich sie ab.',
    );
    expect(german.say('limit.user-running', { most: 3 })).toBe(
      'Bei dir laufen schon 3 Analysen. Warte, bis eine fertig ist, oder brich eine ab.',
    );
    expect(english.say('progress.maia-trees', { positions: 1 })).toBe('Looking at what people play: 1 position');
    expect(english.say('progress.maia-trees', { positions: 0 })).toBe('Looking at what people play: 0 positions');
  });

  it('takes what it is filled with as it is', () => {
    expect(english.say('refused.cancel', { user: '{user} $& $1' })).toBe('Only {user} $& $1 can cancel this.');
  });

  it('does not compile, and does not run, with a gap that is not filled', () => {
    // @ts-expect-error: the position is missing
    expect(() => english.say('wait.position')).toThrow('nothing to put into {position}');
    // @ts-expect-error: there is no such gap
    expect(english.say('wait.next', { position: 1 })).toBe('Waiting: next in line.');
  });
});

describe('a span of time', () => {
  it.each([
    [-5, '1 second', '1 Sekunde'],
    [0, '1 second', '1 Sekunde'],
    [1_001, '2 seconds', '2 Sekunden'],
    [90_000, '90 seconds', '90 Sekunden'],
    [90_001, '2 minutes', '2 Minuten'],
    [59 * MINUTE + 1, '60 minutes', '60 Minuten'],
    [120 * MINUTE, '120 minutes', '120 Minuten'],
    [120 * MINUTE + 1, '3 hours', '3 Stunden'],
    [24 * 60 * MINUTE, '24 hours', '24 Stunden'],
  ])('of %i ms is %s', (ms, inEnglish, inGerman) => {
    expect([english.duration(ms), german.duration(ms)]).toEqual([inEnglish, inGerman]);
  });
});

describe('things that come in kinds', () => {
  it('are faults, and every one has a sentence that gives nothing away', () => {
    for (const code of FAULTS)
      for (const voice of [english, german]) {
        const sentence = sayFault(voice, new Fault(code, 'token abc in /home/kibitz @everyone'));
        expect(sentence).toMatch(/[.?]$|everyone$/);
        expect(sentence.includes('token')).toBe(code === 'bad-input');
        expect(sentence).not.toContain('@everyone');
      }
  });

  it('are limits, told with the time until the next', () => {
    const refused = { kind: 'refused', limit: 'user-hourly', most: 30, next: 1_000_000 } as const;
    expect(sayLimit(english, refused, 1_000_000 - 12 * MINUTE)).toBe(
      'That was 30 analyses in an hour, which is the limit. You can ask again in 12 minutes.',
    );
    expect(sayLimit(german, refused, 1_000_000 - 12 * MINUTE)).toBe(
      'Das waren 30 Analysen in einer Stunde, mehr geht nicht. Die nächste ist in 12 Minuten möglich.',
    );
    const running = { kind: 'refused', limit: 'server-running', most: 10, next: undefined } as const;
    expect(sayLimit(english, running, 0)).toBe(
      'This server already has 10 analyses running. Please wait for one to finish.',
    );
  });

  it('are steps of the work', () => {
    const expected = {
      kind: 'expected',
      currentMove: 2,
      totalMoves: 7,
      treeNodesEvaluated: 10,
      totalTreeNodes: 1234,
      estimateMs: 0,
      ranking: [],
    } as const;
    const review = {
      kind: 'review',
      evaluated: 3,
      positions: 80,
      predicted: 0,
      predictions: 9,
      winPercents: [],
    } as const;
    expect([
      sayProgress(german, { kind: 'queued', position: 1 }),
      sayProgress(german, { kind: 'queued', position: 4 }),
      sayProgress(german, { kind: 'download', model: 'maia3-5m', done: 42_400_000, total: 84_000_000 }),
      sayProgress(german, { ...expected, phase: 'maia-trees', ranking: [] }),
      sayProgress(german, { ...expected, phase: 'stockfish-eval', ranking: [] }),
      sayProgress(german, { ...expected, phase: 'complete', ranking: [] }),
      sayProgress(german, { ...review, winPercents: [] }),
      sayProgress(german, { ...review, evaluated: 80, predicted: 5, winPercents: [] }),
    ]).toEqual([
      'In der Warteschlange als Nächstes dran.',
      'In der Warteschlange auf Platz 4.',
      'Maia wird geladen, nur dieses eine Mal: 42 von 84 MB',
      'Was spielen Menschen hier? 1234 Stellungen',
      'Stockfish urteilt: Zug 2 von 7',
      'Gleich fertig …',
      'Stockfish sieht sich die Partie an: Stellung 3 von 80',
      'Vergleich mit anderen Spielern: 5 von 9',
    ]);
  });
});
