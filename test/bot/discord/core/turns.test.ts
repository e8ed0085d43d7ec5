import { describe, expect, it } from 'vitest';
import { turns } from '../../../../src/bot/discord/core/turns.ts';

const round = () => new Promise<void>(resolve => setImmediate(resolve));

describe('turns', () => {
  it('are taken one a round, in the order of asking, however many wait', async () => {
    const turn = turns(() => false);
    const done: number[] = [];
    const all = Array.from({ length: 5 }, (_, index) => turn().then(() => done.push(index)));
    for (let rounds = 0; rounds < 3; rounds++) {
      expect(done).toHaveLength(rounds);
      await round();
    }
    await Promise.all(all);
    expect(done).toEqual([0, 1, 2, 3, 4]);
    await turn();
  });

  it('wait for what is more urgent, but not for ever', async () => {
    let busy = true;
    const turn = turns(() => busy);
    const done: string[] = [];
    const all = ['a', 'b', 'c'].map(name => turn().then(() => done.push(name)));
    for (let rounds = 0; rounds < 10; rounds++) await round();
    expect(done).toEqual([]);
    await all[0];
    expect(done).toEqual(['a']);
    busy = false;
    await Promise.all(all);
    expect(done).toEqual(['a', 'b', 'c']);
  });
});
