import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, MAX_LINE_BYTES, type NdjsonLine } from '../../src/lichess/ndjson.ts';

const SAMPLE = '{"text":"Grüße, 棋 ♞ 🙂"}\r\n\n\r\n{"a":1}\n\n{"name":"Zoë"}\n';
const VALUES = ['{"text":"Grüße, 棋 ♞ 🙂"}', '{"a":1}', '{"name":"Zoë"}'];

function split(chunks: readonly Uint8Array[]): NdjsonLine[] {
  const splitter = new LineSplitter();
  return [...chunks.flatMap(chunk => splitter.push(chunk)), ...splitter.end()];
}
const texts = (lines: readonly NdjsonLine[]): string[] =>
  lines.map(line => (line.kind === 'line' ? line.text : line.kind));

describe('lines', () => {
  const bytes = Buffer.from(SAMPLE);

  it('are the same wherever two cuts are, in the middle of a letter too', () => {
    for (let one = 0; one <= bytes.length; one++)
      for (let other = one; other <= bytes.length; other++) {
        const chunks = [bytes.subarray(0, one), bytes.subarray(one, other), bytes.subarray(other)];
        expect(texts(split(chunks))).toEqual(VALUES);
      }
  });

  it('are the same byte by byte, and all at once', () => {
    expect(texts(split([...bytes].map(byte => Buffer.of(byte))))).toEqual(VALUES);
    expect(texts(split([bytes]))).toEqual(VALUES);
  });

  it('are whatever stands between line breaks, however it is cut', () => {
    const line = fc.string({ unit: fc.constantFrom('a', '{', '"', 'ü', '棋', '♞', '🙂', '\u2028') });
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (lines, cuts) => {
        const all = Buffer.from(lines.map(text => `${text}\n`).join(''));
        const places = [...cuts.map(cut => cut % (all.length + 1)), 0, all.length].sort((a, b) => a - b);
        const chunks = places.slice(1).map((place, index) => all.subarray(places[index], place));
        expect(texts(split(chunks))).toEqual(lines.map(text => text.trim()).filter(Boolean));
      }),
    );
  });

  it('need no break at the end of it all', () => {
    expect(texts(split([Buffer.from('{"a":1}\n{"b"'), Buffer.from(':2}')]))).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('are not kept where they do not end, and the next one is as good as ever', () => {
    const part = Buffer.alloc(1000, 'x');
    const splitter = new LineSplitter();
    for (let i = 0; i < MAX_LINE_BYTES / 1000; i++) expect(splitter.push(part)).toEqual([]);
    expect(splitter.push(part)).toEqual([{ kind: 'too-long' }]);
    for (let i = 0; i < 1000; i++) expect(splitter.push(part)).toEqual([]);
    expect(texts(splitter.push(Buffer.from('xxx\n{"a":1}\n')))).toEqual(['{"a":1}']);
  });

  it('may be as long as is allowed, to the byte', () => {
    const long = 'x'.repeat(MAX_LINE_BYTES);
    expect(texts(split([Buffer.from(`${long}\n${long}x\n{}\n`)]))).toEqual([long, 'too-long', '{}']);
  });
});
