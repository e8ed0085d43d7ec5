import { describe, expect, it } from 'vitest';
import { cancelled, Fault, faultOfSignal, throwIfAborted, toFault } from '../../src/base/fault.ts';

const caught = (run: () => void): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a fault', () => {
  it('carries its code, its sentence and its cause', () => {
    const cause = new Error('ENOENT');
    const fault = new Fault('model-missing', 'Not here.', { cause });
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toMatchObject({ name: 'Fault', code: 'model-missing', message: 'Not here.', cause });
  });

  it('stays itself when it is caught', () => {
    const fault = new Fault('busy', 'Later.');
    expect(toFault(fault)).toBe(fault);
  });

  it.each([
    ['an error', new TypeError('x is not a function'), 'x is not a function'],
    ['a text', 'out of memory', 'out of memory'],
    ['nothing', undefined, 'undefined'],
  ])('made of %s is one of ours and keeps the words', (_, thrown, words) => {
    expect(toFault(thrown)).toMatchObject({
      code: 'internal',
      message: `Something went wrong inside Kibitz: ${words}`,
      cause: thrown,
    });
  });
});

describe('an aborted signal', () => {
  it('means the fault it was aborted with', () => {
    const deadline = new Fault('deadline', 'Too late.');
    expect(faultOfSignal(AbortSignal.abort(deadline))).toBe(deadline);
    expect(caught(() => throwIfAborted(AbortSignal.abort(deadline)))).toBe(deadline);
  });

  it('means a cancellation when it was aborted with anything else', () => {
    for (const signal of [AbortSignal.abort(), AbortSignal.abort('enough'), AbortSignal.abort(new Error('no'))])
      expect(caught(() => throwIfAborted(signal))).toMatchObject({ code: 'cancelled', message: cancelled().message });
  });

  it('stops nobody before it is aborted', () => {
    expect(caught(() => throwIfAborted(new AbortController().signal))).toBeUndefined();
    expect(caught(() => throwIfAborted(undefined))).toBeUndefined();
  });
});
