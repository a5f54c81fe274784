import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const browserTests = 'test/browser/**/*.test.ts';
/** Tests of code that needs no Temporal. */
const unitTests = [
  'test/activities/{trading/market,models/providers,trading/statistics}/**/*.test.ts',
  'test/{contracts,web}/**/*.test.ts',
];
/** Tests that put something in place of a module: each wants modules that no other has loaded. */
const mockingTests = [
  'test/activities/models/limits/estimate-tokens.test.ts',
  'test/activities/models/providers/provider-table.test.ts',
  'test/activities/models/ask/create-router.test.ts',
];
const database = './test/support/database-template.ts';
const workflows = './test/support/workflow-bundle.ts';
const temporal = './test/global-setup.ts';

const inNode = {
  // Tests wait for servers, timers and bars: more of them than cores keep the cores busy.
  maxWorkers: 3,
  testTimeout: 40_000,
  hookTimeout: 40_000,
  // What is waited for comes at once on a quiet machine: on a busy one it may take seconds.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // The Temporal worker's native module and PGlite's WebAssembly want processes. Each takes many files, one
    // after the other: loading Temporal, the SDKs and the exchanges' library anew for each would take half the time.
    pool: 'forks',
    teardownTimeout: 10_000,
    // As `baton` has it, for the programs that tests start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'node') },
    projects: [
      {
        extends: true,
        test: {
          ...inNode,
          name: 'unit',
          include: unitTests,
          exclude: mockingTests,
          isolate: false,
          globalSetup: database,
        },
      },
      { extends: true, test: { ...inNode, name: 'mocks', include: mockingTests } },
      {
        extends: true,
        test: {
          ...inNode,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [browserTests, ...unitTests, ...mockingTests],
          isolate: false,
          globalSetup: [temporal, database, workflows],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: ['./test/browser/support/global-setup.ts', database, workflows],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          // Each comes with a browser and a Baton.
          maxWorkers: 2,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
