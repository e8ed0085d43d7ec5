import fc from 'fast-check';
import { expect } from 'vitest';
import { readMessage } from '../../src/input/find-chess.ts';
import { isLink, type LichessLink, parseLink } from '../../src/lichess/link.ts';

/** Messages that nobody means well with, and what comes of them. */

export const read = (text: string) =>
  readMessage<LichessLink>(text, word => (isLink(word) ? parseLink(word) : undefined));

export const BOARD = 'r1bqkbnr/pp1npppp/2p5/8/3PN3/8/PPP1QPPP/R1B1KBNR';
export const FEN = `${BOARD} b KQkq - 3 5`;

const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '1. ',
    'e4 ',
    FEN,
    '[',
    '] ',
    '[A "',
    '"]',
    '{',
    '}',
    '(',
    ')',
    '```',
    '`',
    '/',
    'lichess.org',
    '\n> ',
    '1-0',
  ),
);

/** So many random messages: each is understood or answered in one sentence. */
export function expectSentences(messages: number): void {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      const asked = read(parts.join(''));
      if (asked.ok) return;
      expect(asked.message).toMatch(/^(position|pgn|moves|link): .*\.$/s);
      expect(asked.message.length).toBeLessThan(400);
    }),
    { numRuns: messages },
  );
}

const shuffle = Array.from({ length: 599 }, (_, ply) => ['Ng1f3', 'Ng8f6', 'Nf3g1', 'Nf6g8'][ply % 4]).join(' ');

/**
 * What a search may look ahead for, try again, or count. None takes longer than a second; quadratic ones would take
 * minutes.
 */
export const PARTS = [
  ...[
    'e4 (',
    '1. e5 (',
    '1. ',
    '1.',
    '1 ',
    'e4 foo ',
    'e4 Sf3 ',
    'e4 … ',
    'e4 + + ',
    '1. e4 e5 2. ',
    'e4 e5 Nf3 {',
    '1-0 ',
  ],
  ...[
    '[A "x"] e5 ',
    '[A "',
    '[',
    '(',
    '{',
    '`',
    '```',
    '``` e5 ',
    '> ',
    '\n>',
    '**',
    '||',
    '"',
    '\u200b',
    '!',
    '.',
    '*',
  ],
  ...['/', '8/', '8/8/8/8/8/8/8/8 ', 'k/k/k/k/k/k/k/k_', 'https://', 'https://x/ ', 'lichess.org/', '!/', '-/-'],
  `${shuffle} e1e5 stop `,
];

/** Floods of one part, alone and among other things: they are read in time. */
export function expectReadInTime(part: string, bytes: number): void {
  const flood = Buffer.from(part.repeat(Math.ceil(bytes / part.length)));
  for (const [before, after] of [
    ['', ''],
    ['x', 'x'],
    ['[White "x"] 1. e4 e5 2. Nf3 ', 'x'],
  ]) {
    const text = before + flood.subarray(0, bytes).toString().replaceAll('\ufffd', '') + after;
    const asked = read(text);
    if (!asked.ok) expect(asked.message).not.toContain('100 kB');
  }
}
