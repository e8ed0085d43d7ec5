import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Two cores, and tests that start engines: more at once would only wait for each other.
    maxWorkers: 2,
    // For what hangs: no test should fail because the machine has other things to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Some tests load ONNX Runtime themselves; see src/engine/maia.ts. No proxy stands before servers on this machine.
    env: { ORT_DISABLE_TELEMETRY: '1', no_proxy: '127.0.0.1' },
    globalSetup: ['test/support/setup.ts'],
    setupFiles: ['test/support/built-processes.ts'],
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
