import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Functions that remember nothing: their tests share a process, which spares each file to load everything anew. Those of
 * bots do not: what one leaves behind in a client of Discord's can keep another waiting.
 */
const SHARING = ['test/{analysis,chess,input,present,render}/**/*.test.ts'];

const shared = {
  pool: 'forks' as const,
  // For what hangs: no test should fail because the machine has other things to do.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  env: {
    // Some tests load ONNX Runtime themselves; see src/engine/maia-pool.ts.
    ORT_DISABLE_TELEMETRY: '1',
    // None stands before servers on this machine.
    no_proxy: '127.0.0.1',
    NODE_OPTIONS: `--import=${new URL('test/support/keep-priority.mjs', import.meta.url)}`,
  },
  setupFiles: ['test/support/each-file.ts'],
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'together', include: SHARING, isolate: false } },
      { test: { ...shared, name: 'alone', include: ['test/**/*.test.ts'], exclude: SHARING } },
    ],
    // Two cores, and tests that start engines: with three, those that hurry fail, and all take 6 % less.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/setup.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Pages run in a browser.
      exclude: ['src/**/*.d.ts', 'src/web/page/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        lines: 80,
        'src/chess/**': { lines: 95 },
        'src/analysis/**': { lines: 95 },
      },
    },
  },
});
