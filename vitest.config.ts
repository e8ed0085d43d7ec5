import { defineConfig } from 'vitest/config';

/** Tests that take long: many positions by real engines, memory, endurance, kills, browsers in all sizes and colours. */
const THOROUGH = ['test/**/*.thorough.test.ts'];

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
      // Its files share processes, which spares each of them to load discord.js, a painter and a model anew.
      { test: { ...shared, name: 'fast', include: ['test/**/*.test.ts'], exclude: THOROUGH, isolate: false } },
      { test: { ...shared, name: 'thorough', include: THOROUGH } },
    ],
    // Two cores, and tests that start engines: with three, those that hurry fail, and all take 6 % less.
    maxWorkers: 2,
    globalSetup: ['test/support/setup.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Pages run in a browser.
      exclude: ['src/**/*.d.ts', 'src/web/page/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        lines: 94,
        'src/chess/**': { lines: 97 },
        'src/analysis/**': { lines: 97 },
      },
    },
  },
});
