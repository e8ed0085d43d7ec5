import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { leased, leaseName } from '../../src/app/components.ts';
import { deferred } from '../../src/base/deferred.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Leadership } from '../../src/base/leadership.ts';

const never = new Promise<never>(() => undefined);

function makePart() {
  const told: string[] = [];
  const [begun, lost] = [deferred<void>(), deferred<never>()];
  lost.promise.catch(() => undefined); // whoever asks for it hears of it
  const close = async () => void told.push('handed back');
  const leadership: Leadership = { begun: begun.promise, lost: lost.promise, isHeld: true, close };
  const running = {
    start: async () => void told.push('started'),
    dismissed: never,
    close: async () => void told.push('closed'),
  };
  const component = leased({ name: 'Part', make: async () => running }, async () => () => leadership);
  return {
    component,
    told,
    begin: () => begun.resolve(),
    lose: () => lost.reject(new Fault('busy', 'Gone.')),
    running,
  };
}

describe('a component that runs in one process only', () => {
  it('starts when it is its turn, and hands that on when it has ended', async () => {
    const { component, told, begin } = makePart();
    const { start, close } = await component.make();
    const started = start();
    expect(told).toEqual([]);
    begin();
    await started;
    await close();
    expect(told).toEqual(['started', 'closed', 'handed back']);
  });

  it('is dismissed when its turn is over, also while it starts', async () => {
    const { component, begin, lose, running } = makePart();
    running.start = () => never;
    const { start, dismissed } = await component.make();
    const started = start();
    begin();
    lose();
    await expect(started).rejects.toThrow('Gone.');
    await sleep(1); // nobody asks yet
    await expect(dismissed).rejects.toThrow('Gone.');
  });

  it('has a name that tells nothing of the secret, and is another one for each', () => {
    const names = [leaseName('Lichess', 'url', 'lip_a'), leaseName('Lichess', 'url', 'lip_b')];
    expect(names[0]).toMatch(/^Lichess:[0-9a-f]{16}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(leaseName('Lichess', 'url', 'lip_a')).toBe(names[0]);
  });
});
