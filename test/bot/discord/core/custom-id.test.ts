import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CustomId, makeCustomId, parseCustomId } from '../../../../src/bot/discord/core/custom-id.ts';

const word = fc.stringMatching(/^[\w-]{1,80}$/);
const short = fc.stringMatching(/^[\w-]{1,22}$/);
const customId: fc.Arbitrary<CustomId> = fc.oneof(
  fc.record({ kind: fc.constant('cancel' as const), conversation: word }),
  fc.record({ kind: fc.constant('view' as const), report: short, state: fc.stringMatching(/^[\w-]{1,60}$/) }),
  fc.record({ kind: fc.constant('pick' as const), report: short, menu: short }),
  fc.record({ kind: fc.constant('share' as const), report: short, state: fc.stringMatching(/^[\w-]{1,60}$/) }),
  fc.record({ kind: fc.constant('run' as const), report: short, handler: short, wish: short }),
  fc.record({ kind: fc.constant('rerun' as const), report: short, handler: short, menu: short }),
  fc.record({ kind: fc.constant('again' as const), report: word }),
  fc.record({ kind: fc.constant('about' as const), handler: short, game: short }),
  fc.record({ kind: fc.constant('play' as const), game: short, turn: short, action: short }),
  fc.record({ kind: fc.constant('unwatch' as const) }),
);

describe('what a button stands for', () => {
  it('is read as it was written, and fits', () => {
    fc.assert(
      fc.property(customId, id => {
        const text = makeCustomId(id);
        expect(text.length).toBeLessThanOrEqual(100);
        expect(parseCustomId(text)).toEqual(id);
      }),
    );
  });

  it('is nothing, where somebody else wrote it', () => {
    fc.assert(fc.property(fc.string(), text => text.startsWith('k1:') || parseCustomId(text) === undefined));
    for (const text of ['', 'cancel', 'k1', 'k1:cancel', 'k1:cancel:', 'k1:cancel:1:2', 'k1:toString:1', 'k0:cancel:1'])
      expect(parseCustomId(text)).toBeUndefined();
    expect(parseCustomId(`k1:cancel:${'1'.repeat(100)}`)).toBeUndefined();
  });

  it('is not written, where it could not be read again', () => {
    for (const conversation of ['', 'a:b', 'ä', 'x'.repeat(95)])
      expect(() => makeCustomId({ kind: 'cancel', conversation })).toThrow(RangeError);
  });
});
