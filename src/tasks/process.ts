import { serveTasks } from '../base/process-pool.ts';
import type { Tasks } from './tasks.ts';

/** A process of the pool. Each task loads what it needs when it is first asked for. */

type Doing<K extends keyof Tasks> = (input: Tasks[K]['input']) => Tasks[K]['output'] | Promise<Tasks[K]['output']>;

const TASKS: { [K in keyof Tasks]: () => Promise<Doing<K>> } = {
  read: async () => (await import('../lichess/given-text.ts')).readPlain,
  show: async () => (await import('../bot/discord/handlers.ts')).showReport,
  derive: async () => (await import('../bot/discord/handlers.ts')).deriveQuestion,
  page: async () => (await import('../web/stored-page.ts')).pageFile,
  hostedPage: async () => (await import('../web/stored-page.ts')).gzippedPage,
  runAgain: async () => (await import('../web/server/run-again.ts')).runAgain,
  reviewJob: async () => (await import('../questions/review.ts')).reviewQuestionJob,
};

serveTasks(TASKS);
