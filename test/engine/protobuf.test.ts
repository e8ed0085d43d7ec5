import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesField,
  bytesOf,
  childOf,
  intField,
  makeMessage,
  messageField,
  parseMessage,
  textField,
  textOf,
  textsOf,
  type WireField,
} from '../../src/engine/protobuf.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const plain = (message: readonly WireField[]) =>
  message.map(({ number, wire, value }) => ({ number, wire, value: typeof value === 'bigint' ? value : [...value] }));

const numbers = fc.integer({ min: 1, max: 100_000 });
const fields: fc.Arbitrary<WireField> = fc.oneof(
  fc.record({
    number: numbers,
    wire: fc.constant('varint' as const),
    value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  }),
  fc.record({ number: numbers, wire: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({
    number: numbers,
    wire: fc.constant('fixed32' as const),
    value: fc.uint8Array({ minLength: 4, maxLength: 4 }),
  }),
  fc.record({
    number: numbers,
    wire: fc.constant('fixed64' as const),
    value: fc.uint8Array({ minLength: 8, maxLength: 8 }),
  }),
);

describe('a message', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fields), message => {
        expect(plain(parseMessage(makeMessage(message)))).toEqual(plain(message));
      }),
    );
  });

  // https://protobuf.dev/programming-guides/encoding: "A Simple Message", "Length-Delimited Records", "Submessages"
  it.each([
    ['field 1 with 150', [intField(1, 150)], [0x08, 0x96, 0x01]],
    ['field 2 with "testing"', [textField(2, 'testing')], [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]],
    ['field 3 with a message', [messageField(3, [intField(1, 150)])], [0x1a, 0x03, 0x08, 0x96, 0x01]],
    ['field 1 with -2', [intField(1, -2)], [0x08, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ['field 16, whose tag takes two bytes', [intField(16, 1)], [0x80, 0x01, 0x01]],
  ])('with %s has the published bytes', (_, message, encoded) => {
    expect([...makeMessage(message)]).toEqual(encoded);
  });

  it('keeps all 64 bits of a number', () => {
    const largest = 2n ** 64n - 1n;
    const [field] = parseMessage(makeMessage([intField(1, largest)]));
    expect(field?.value).toBe(largest);
    const [negative] = parseMessage(makeMessage([intField(1, -1)]));
    expect(BigInt.asIntN(64, negative?.value as bigint)).toBe(-1n);
  });

  it('may be empty', () => {
    expect(parseMessage(bytes())).toEqual([]);
    expect(makeMessage([])).toHaveLength(0);
  });

  it.each([
    ['a tag without a value', [0x08], 'unexpected end of data'],
    ['half a number', [0x08, 0x96], 'unexpected end of data'],
    ['half a tag', [0x80], 'unexpected end of data'],
    ['a text cut short', [0x12, 0x07, 0x74], 'unexpected end of data'],
    ['a length without a text', [0x12], 'unexpected end of data'],
    ['half of 32 bits', [0x0d, 1, 2], 'unexpected end of data'],
    ['half of 64 bits', [0x09, 1, 2, 3, 4], 'unexpected end of data'],
    ['a length beyond all memory', [0x12, ...Array(9).fill(0xff), 0x01], 'unexpected end of data'],
    ['a number that does not end', [0x08, ...Array(11).fill(0x80)], 'varint longer than ten bytes'],
    ['a group, which nobody writes any more', [0x0b], 'unknown wire type 3'],
  ])('with %s is refused', (_, encoded, why) => {
    expect(() => parseMessage(bytes(...encoded))).toThrow(`protobuf: ${why}`);
  });

  it('cut off anywhere is refused, or is a shorter one that begins the same', () => {
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 5 }), fc.nat(), (message, cut) => {
        const whole = makeMessage(message);
        let part: WireField[];
        try {
          part = parseMessage(whole.subarray(0, cut % whole.length));
        } catch (error) {
          expect(error).toEqual(new RangeError('protobuf: unexpected end of data'));
          return;
        }
        expect(part.length).toBeLessThan(message.length);
        expect(plain(part)).toEqual(plain(message).slice(0, part.length));
      }),
    );
  });
});

describe('a field', () => {
  const message = [
    textField(1, 'first'),
    intField(2, 7),
    textField(1, 'zweiter Größe'),
    messageField(3, [textField(1, 'inner')]),
    bytesField(4, bytes(1, 2)),
  ];

  it('is found by its number', () => {
    expect(textOf(message, 1)).toBe('first');
    expect(textsOf(message, 1)).toEqual(['first', 'zweiter Größe']);
    expect([...(bytesOf(message, 4) ?? [])]).toEqual([1, 2]);
    expect(textOf(childOf(message, 3) ?? [], 1)).toBe('inner');
  });

  it('that is missing, or a number where bytes are wanted, is nothing', () => {
    expect(textOf(message, 9)).toBe('');
    expect(textsOf(message, 2)).toEqual([]);
    expect(bytesOf(message, 2)).toBeUndefined();
    expect(childOf(message, 9)).toBeUndefined();
  });
});
