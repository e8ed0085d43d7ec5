import { expect, it, vi } from 'vitest';
import { readText } from '../../src/lichess/given-text.ts';
import { DEEP, HOSTILE } from '../support/hostile.ts';
import { tasks } from '../support/tasks.ts';

it.each(HOSTILE.filter(({ name }) => !DEEP.includes(name)))(
  'a megabyte of $name is read by the pool',
  async ({ of }) => {
    const run = vi.spyOn(tasks, 'run').mockClear();
    await readText({ text: of(1_000_000), as: 'pgn' }, given => tasks.run('read', given));
    expect(run).toHaveBeenCalledOnce();
  },
);
