import { defineConfig } from 'vitest/config';

const browserTests = 'test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    // The Temporal worker's native module and PGlite's WebAssembly want a process of their own.
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 10_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [browserTests],
          globalSetup: './test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 40_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: './test/browser/support/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One server for all: tests of one file after the other see each other's runs in their order.
          fileParallelism: false,
          // A browser on a busy machine may stall for seconds: what fails twice is broken.
          retry: 1,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
