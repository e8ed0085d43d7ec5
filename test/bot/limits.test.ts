import { describe, expect, it } from 'vitest';
import { type Admission, type Asker, type BotLimits, Limits } from '../../src/bot/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEFAULTS: BotLimits = {
  user: { running: 3, hourly: 30 },
  server: { running: 10, hourly: 200 },
  owners: ['boss'],
};

function limits(changes: Partial<BotLimits> = {}) {
  const clock = { now: 1_000_000 };
  const all = new Limits({ ...DEFAULTS, ...changes }, () => clock.now);
  return {
    clock,
    ask: (user: string, server?: string): Admission => all.admit({ user, server } satisfies Asker),
    /** Asks, and is answered at once. */
    through: (user: string, server?: string): Admission['kind'] => {
      const admission = all.admit({ user, server });
      if (admission.kind === 'admitted') admission.end();
      return admission.kind;
    },
  };
}

const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index));
const end = (admission: Admission | undefined) => {
  if (admission?.kind !== 'admitted') throw new Error(JSON.stringify(admission));
  admission.end();
};

describe('a user', () => {
  it('has three questions answered at the same time, and the next when one of them is', () => {
    const { ask } = limits();
    const running = times(3, () => ask('anna'));
    expect(running.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'admitted']);
    expect(ask('anna')).toEqual({ kind: 'refused', limit: 'user-running', most: 3, next: undefined });
    expect(ask('bert').kind).toBe('admitted');
    end(running[1]);
    expect(ask('anna').kind).toBe('admitted');
    expect(ask('anna').kind).toBe('refused');
  });

  it('has one question ended once, however often it is said', () => {
    const { ask } = limits();
    const running = times(3, () => ask('anna'));
    for (let again = 0; again < 3; again++) end(running[0]);
    expect(ask('anna').kind).toBe('admitted');
    expect(ask('anna').kind).toBe('refused');
  });

  it('asks thirty times an hour, wherever, and is told when the next is possible', () => {
    const { ask, through, clock } = limits();
    const start = clock.now;
    for (let index = 0; index < 30; index++) {
      expect(through('anna', `server ${index}`)).toBe('admitted');
      clock.now += MINUTE;
    }
    expect(ask('anna')).toEqual({ kind: 'refused', limit: 'user-hourly', most: 30, next: start + HOUR });
    clock.now = start + HOUR - 1;
    expect(through('anna')).toBe('refused');
    clock.now = start + HOUR;
    expect(through('anna')).toBe('admitted');
    // That was the place of the first; the second is a minute younger.
    expect(ask('anna')).toMatchObject({ kind: 'refused', next: start + HOUR + MINUTE });
  });

  it('does not lose more by asking too often', () => {
    const { through, clock } = limits();
    times(30, () => through('anna'));
    times(100, () => expect(through('anna')).toBe('refused'));
    clock.now += HOUR;
    expect(times(30, () => through('anna')).every(kind => kind === 'admitted')).toBe(true);
  });

  it('is told of the hour rather than of what runs', () => {
    const { ask, through } = limits();
    times(27, () => through('anna'));
    times(3, () => ask('anna'));
    expect(ask('anna')).toMatchObject({ limit: 'user-hourly' });
  });
});

describe('a server', () => {
  it('has ten questions answered at the same time, whoever asks', () => {
    const { ask } = limits();
    const running = times(10, index => ask(`user ${index}`, 'club'));
    expect(ask('anna', 'club')).toEqual({ kind: 'refused', limit: 'server-running', most: 10, next: undefined });
    expect(ask('anna', 'elsewhere').kind).toBe('admitted');
    expect(ask('anna').kind).toBe('admitted');
    end(running[0]);
    expect(ask('anna', 'club').kind).toBe('admitted');
  });

  it('asks two hundred times an hour, and what is refused costs its user nothing', () => {
    const { ask, through, clock } = limits();
    const start = clock.now;
    times(200, index => expect(through(`user ${index % 20}`, 'club')).toBe('admitted'));
    expect(ask('anna', 'club')).toEqual({ kind: 'refused', limit: 'server-hourly', most: 200, next: start + HOUR });
    times(50, () => through('anna', 'club'));
    expect(times(30, () => through('anna')).every(kind => kind === 'admitted')).toBe(true);
  });
});

describe('an owner', () => {
  it('asks as much as they like, and takes nothing from their server', () => {
    const { ask, through } = limits();
    expect(times(1000, () => ask('boss', 'club')).every(({ kind }) => kind === 'admitted')).toBe(true);
    expect(times(30, () => through('anna', 'club')).every(kind => kind === 'admitted')).toBe(true);
  });
});

describe('those who are remembered', () => {
  it('are ten thousand at the most; who has not asked for longest is forgotten first', () => {
    const { ask, through } = limits({ user: { running: 1, hourly: 1 } });
    through('first');
    const long = ask('long');
    times(9_998, index => through(`user ${index}`));
    expect(through('long')).toBe('refused'); // and is asked about again, which keeps it
    through('one more');
    expect(through('first')).toBe('admitted');
    expect(through('long')).toBe('refused');
    times(10_000, index => through(`other ${index}`));
    expect(through('long')).toBe('admitted');
    end(long);
    expect(through('long')).toBe('refused');
  });
});
