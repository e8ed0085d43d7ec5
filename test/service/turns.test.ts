import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/service/turns.ts';

describe('turns', () => {
  it('let others speak in between, and keep the order', async () => {
    const turns = new Turns();
    const said: string[] = [];
    const crowd = Array.from({ length: 100 }, (_, index) => turns.next().then(() => said.push(`${index}`)));
    setImmediate(() => setImmediate(() => said.push('somebody else')));
    await Promise.all(crowd);
    expect(said.indexOf('somebody else')).toBeGreaterThan(0);
    expect(said.indexOf('somebody else')).toBeLessThan(said.length - 1);
    expect(said.filter(word => word !== 'somebody else')).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index}`),
    );
  });
});
