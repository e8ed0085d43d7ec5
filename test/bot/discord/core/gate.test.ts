import { describe, expect, it } from 'vitest';
import { gate } from '../../../../src/bot/discord/core/gate.ts';

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

describe('the gate', () => {
  it('lets so many through at a time, the urgent first, the others in their order', async () => {
    const { through, isBusy } = gate(2);
    const entered: string[] = [];
    const leave = new Map<string, () => void>();
    const ask = (name: string, urgent = false) =>
      through(urgent, () => {
        entered.push(name);
        return new Promise<void>(resolve => leave.set(name, resolve));
      });
    const all = [ask('a'), ask('b'), ask('c'), ask('d'), ask('e', true)];
    await turn();
    expect([entered, isBusy()]).toEqual([['a', 'b'], true]);
    for (const name of ['a', 'b', 'e', 'c', 'd']) {
      leave.get(name)?.();
      await turn();
    }
    await Promise.all(all);
    expect(isBusy()).toBe(false);
    expect(entered).toEqual(['a', 'b', 'e', 'c', 'd']);
  });

  it('has a free place again after a failure', async () => {
    const { through } = gate(1);
    const failing = through(false, () => Promise.reject(new Error('x')));
    const next = through(false, async () => 'fine');
    await expect(failing).rejects.toThrow('x');
    await expect(next).resolves.toBe('fine');
    await expect(through(false, async () => 'still fine')).resolves.toBe('still fine');
  });
});
