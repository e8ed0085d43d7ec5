import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Functions that remember nothing: their tests share a process, which spares each file to load everything anew. */
const THOUGHT = ['test/{analysis,chess,input,present,render}/**/*.test.ts'];

const shared = {
  pool: 'forks' as const,
  // For what hangs: no test should fail because the machine has other things to do.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  env: {
    // Some tests load ONNX Runtime themselves; see src/engine/maia.ts.
    ORT_DISABLE_TELEMETRY: '1',
    // None stands before servers on this machine.
    no_proxy: '127.0.0.1',
    NODE_OPTIONS: `--import=${new URL('test/support/keep-priority.mjs', import.meta.url)}`,
  },
  setupFiles: ['test/support/built-processes.ts'],
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'thought', include: THOUGHT, isolate: false } },
      { test: { ...shared, name: 'things', include: ['test/**/*.test.ts'], exclude: THOUGHT } },
    ],
    // Two cores, and tests that start engines: more at once would only wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/setup.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.d.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        lines: 80,
        'src/chess/**': { lines: 95 },
        'src/analysis/**': { lines: 95 },
      },
    },
  },
});
