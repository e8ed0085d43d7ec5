import { afterAll } from 'vitest';
import { startTasks } from '../../src/tasks/tasks.ts';

/** One for all tests of a file: its processes are started by the first test that needs them. */
export const tasks = startTasks();
afterAll(() => tasks.close());
