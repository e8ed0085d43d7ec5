import { it, vi } from 'vitest';
import { fillUpAt, isTriedOften } from './full-disk.ts';

vi.mock('libsql', async () => ({ default: (await import('../../support/faulty-database.ts')).FaultyDatabase }));

it('at all other statements every command answers or says one sentence, and nothing is damaged', () =>
  fillUpAt((way, at) => !isTriedOften(way, at)));
