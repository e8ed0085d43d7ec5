import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Component, runComponents } from '../../src/app/components.ts';
import { Fault } from '../../src/base/fault.ts';

const never = new Promise<never>(() => undefined);

/** A part whose lives end as they are told: with a fault at its start, or later, or not at all. */
function partOf(name: string, ...lives: (Fault | undefined)[]) {
  const told = { started: 0, closed: 0 };
  const part: Component = {
    name,
    make: async () => {
      const fault = lives[told.started++];
      return {
        start: async () => {
          if (fault) throw fault;
        },
        dismissed: never,
        close: async () => void told.closed++,
      };
    },
  };
  return { part, told };
}

const stopAfter = (ms: number) => sleep(ms);
const surroundings = (stopped: Promise<void>) => {
  const notes: string[] = [];
  return {
    notes,
    given: { stopped, note: (text: string) => notes.push(text), ready: async () => undefined, pauseMs: 1 },
  };
};
const trouble = (text: string) => new Fault('lichess-failed', text);

describe('several bots in one process', () => {
  it('run until they are stopped, and are all closed', async () => {
    const [one, two] = [partOf('One'), partOf('Two')];
    const { given, notes } = surroundings(stopAfter(20));
    await runComponents([one.part, two.part], given);
    expect([one.told, two.told, notes]).toEqual([{ started: 1, closed: 1 }, { started: 1, closed: 1 }, []]);
  });

  it('do not take each other down: what may pass is tried again', async () => {
    const [one, two] = [partOf('One', trouble('No network.'), trouble('No network.')), partOf('Two')];
    const { given, notes } = surroundings(stopAfter(200));
    await runComponents([one.part, two.part], given);
    expect(one.told).toEqual({ started: 3, closed: 3 });
    expect(two.told).toEqual({ started: 1, closed: 1 });
    expect(notes.filter(note => note === 'No network.')).toHaveLength(2);
    expect(notes[1]).toMatch(/^One is tried again in \d+ s; everything else goes on\.$/);
  });

  it('wait for workers that are missing, even alone', async () => {
    const one = partOf('One', new Fault('busy', 'No worker is there.'), new Fault('busy', 'No worker is there.'));
    const { given, notes } = surroundings(stopAfter(200));
    await runComponents([one.part], given);
    expect(one.told).toEqual({ started: 3, closed: 3 });
    expect(notes[0]).toBe('No worker is there.');
  });

  it('say what does not pass, once', async () => {
    const [one, two] = [partOf('One', new Fault('bad-input', 'TOKEN: wrong.')), partOf('Two')];
    const { given, notes } = surroundings(stopAfter(50));
    await runComponents([one.part, two.part], given);
    expect([one.told.started, notes]).toEqual([1, ['TOKEN: wrong.']]);
  });

  it('end with the last fault when none is left, and one alone with its first', async () => {
    const one = partOf('One', new Fault('bad-input', 'TOKEN: wrong.'));
    const two = partOf('Two', trouble('No network.'));
    await expect(runComponents([one.part, two.part], surroundings(never).given)).rejects.toMatchObject({
      name: 'Fault',
    });
    expect([one.told.closed, two.told.closed]).toEqual([1, 1]);
    await expect(runComponents([partOf('Alone', trouble('Gone.')).part], surroundings(never).given)).rejects.toThrow(
      'Gone.',
    );
  });
});
