import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { projectOf } from './test/support/what-tests-need.ts';
import type { TestProjectName } from './test/support/what-tests-need.ts';

const root = import.meta.dirname;
const files = globSync(['test/**/*.test.ts', 'examples/**/*.test.ts'], { cwd: root });
const filesOf = Map.groupBy(files, (file) => projectOf(join(root, file)));

/** What is started before the tests of a project; pure tests, most of all, have nothing to wait for. */
const database = './test/support/database-template.ts';
const workflows = './test/support/workflow-bundle.ts';
const setups = {
  programs: [database],
  temporal: ['./test/global-setup.ts', database, workflows],
  database: [database],
  mocks: [],
  pure: [],
  browser: ['./test/browser/support/global-setup.ts', database, workflows],
} satisfies Record<TestProjectName, string[]>;

const inNode = {
  // After the programs: projects run beside each other where they have as many processes.
  sequence: { groupOrder: 1 },
  // Tests wait for servers, timers and bars: more of them than cores keep the cores busy.
  maxWorkers: 3,
  isolate: false,
  testTimeout: 40_000,
  hookTimeout: 40_000,
  // What is waited for comes at once on a quiet machine: on a busy one it may take seconds.
  expect: { poll: { timeout: 10_000 } },
};

const options = {
  // What a Baton does beside its tests keeps the cores busy, and more of them at once make each other late.
  programs: { ...inNode, maxWorkers: 2, sequence: { groupOrder: 0 } },
  temporal: inNode,
  database: inNode,
  // They put something in place of a module: each wants modules that no other has loaded.
  mocks: { ...inNode, isolate: true },
  pure: inNode,
  browser: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    sequence: { groupOrder: 2 },
    // Each comes with a browser and a Baton.
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
  },
} satisfies Record<TestProjectName, object>;

const names = Object.keys(setups) as TestProjectName[];

export default defineConfig({
  test: {
    // The Temporal worker's native module and PGlite's WebAssembly want processes. Each takes many files, one
    // after the other: loading Temporal, the SDKs and the exchanges' library anew for each would take half the time.
    pool: 'forks',
    teardownTimeout: 10_000,
    sequence: { sequencer: LongestFirst },
    env: {
      // As `baton` has it, for the programs that tests start.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      // Else texts have colours where CI is set or a terminal watches, and none elsewhere.
      NO_COLOR: '1',
    },
    projects: names.map((name) => ({
      extends: true as const,
      test: {
        ...options[name],
        name,
        include: filesOf.get(name) ?? [],
        globalSetup: setups[name],
      },
    })),
  },
});
