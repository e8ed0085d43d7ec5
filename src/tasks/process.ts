import { answerWith } from './answering.ts';
import type { Tasks } from './tasks.ts';

/** A process of the pool. Each task loads what it needs when it is first asked for. */

type Doing<K extends keyof Tasks> = (input: Tasks[K]['input']) => Tasks[K]['output'] | Promise<Tasks[K]['output']>;

const TASKS: { [K in keyof Tasks]: () => Promise<Doing<K>> } = {
  pack: async () => (await import('../store/json.ts')).pack,
  unpack: async () => (await import('../store/json.ts')).unpackText,
  hostedPage: async () => (await import('../web/gzipped.ts')).gzippedPage,
};

answerWith(TASKS);
