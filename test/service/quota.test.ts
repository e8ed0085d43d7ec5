import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { type Quota, Quotas } from '../../src/service/quota.ts';

const HOUR = 60 * 60_000;

function quotas(quota: Quota = { running: 100, hourly: 2 }) {
  const clock = { now: 1_000_000 };
  return { clock, all: new Quotas(quota, () => clock.now) };
}

/** How many questions of an hour are left for anna. */
function left({ all }: ReturnType<typeof quotas>): number {
  const tickets = [];
  while (!all.refusal('anna')) tickets.push(all.take('anna'));
  for (const ticket of tickets) ticket.end(new Fault('busy', ''));
  return tickets.length;
}

/** How many are left after one that ended so. */
function leftAfter(code: FaultCode | undefined, { begun }: { begun: boolean }): number {
  const some = quotas();
  const ticket = some.all.take('anna');
  if (begun) ticket.meter.begun();
  ticket.end(code && new Fault(code, ''));
  return left(some);
}

describe('a question', () => {
  it.each([
    'busy',
    'closing',
    'crashed',
    'engine-missing',
    'engine-failed',
    'model-missing',
    'internal',
    'store-failed',
    'lichess-failed',
    'discord-failed',
  ] as const)('that ends with %s costs nothing, also when it had begun', code => {
    expect([leftAfter(code, { begun: false }), leftAfter(code, { begun: true })]).toEqual([2, 2]);
  });

  it.each(['cancelled', 'deadline'] as const)('that ends with %s costs nothing as long as it only waited', code => {
    expect([leftAfter(code, { begun: false }), leftAfter(code, { begun: true })]).toEqual([2, 1]);
  });

  it('that is answered counts, and so does one that cannot be understood', () => {
    expect([leftAfter(undefined, { begun: true }), leftAfter(undefined, { begun: false })]).toEqual([1, 1]);
    expect(leftAfter('bad-input', { begun: false })).toBe(1);
  });

  it('costs what engines have done for it, also if that is told after its end, for an hour', () => {
    const { all, clock } = quotas({ running: 100, hourly: 100, engineSeconds: 60 });
    const ask = (seconds: number) => {
      const ticket = all.take('anna');
      ticket.meter.spent(seconds * 500);
      ticket.end();
      ticket.meter.spent(seconds * 500);
    };
    const start = clock.now;
    ask(10);
    clock.now += HOUR / 4;
    ask(45);
    expect(all.refusal('anna')).toBeUndefined();
    clock.now += HOUR / 4;
    ask(20);
    // When the first is an hour ago 65 s are left, which is too much; when the second is, 20 s.
    expect(all.refusal('anna')).toEqual({ over: 'engine', most: 60, next: start + HOUR + HOUR / 4 });
    expect(all.refusal('ben')).toBeUndefined();
    clock.now = start + HOUR;
    expect(all.refusal('anna')).toMatchObject({ over: 'engine' });
    clock.now = start + HOUR + HOUR / 4;
    expect(all.refusal('anna')).toBeUndefined();
  });

  it('that Kibitz failed at costs no time of engines either', () => {
    const { all } = quotas({ running: 100, hourly: 100, engineSeconds: 60 });
    const ticket = all.take('anna');
    ticket.meter.begun();
    ticket.end(new Fault('crashed', ''));
    ticket.meter.spent(3_600_000);
    expect(all.refusal('anna')).toBeUndefined();
    const stopped = all.take('anna');
    stopped.meter.begun();
    stopped.end(new Fault('cancelled', ''));
    stopped.meter.spent(60_000);
    expect(all.refusal('anna')).toMatchObject({ over: 'engine' });
  });

  it('gives back its own place, not that of another', () => {
    const some = quotas();
    const { all, clock } = some;
    const first = all.take('anna');
    clock.now += HOUR / 2;
    all.take('anna').end();
    first.end(new Fault('busy', ''));
    first.end(new Fault('busy', ''));
    expect(left(some)).toBe(1);
    clock.now += HOUR / 2;
    expect(left(some)).toBe(1);
    clock.now += HOUR / 2;
    expect(left(some)).toBe(2);
  });
});
