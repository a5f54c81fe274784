import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The Temporal worker's native module and PGlite's WebAssembly want a process of their own.
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: './test/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 40_000,
    teardownTimeout: 10_000,
  },
});
