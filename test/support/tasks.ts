import { afterAll } from 'vitest';
import { TaskPool } from '../../src/tasks/pool.ts';

/** One for all tests of a file: its processes are started by the first test that needs them. */
export const tasks = new TaskPool();
afterAll(() => tasks.close());
