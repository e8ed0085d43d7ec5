import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Files that replace no module share a process, which spares each to load what is installed anew. */
const SHARING = ['test/{analysis,bot,chess,input,lichess,present,render,service,store}/**/*.test.ts'];
/** These look at whatever their process connects to. */
const WATCHFUL = ['test/bot/discord/safety.test.ts', 'test/bot/only-home.test.ts'];

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
  setupFiles: ['test/support/each-file.ts'],
};

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'together', include: SHARING, exclude: WATCHFUL, isolate: false } },
      { test: { ...shared, name: 'watchful', include: WATCHFUL } },
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
