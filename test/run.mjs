// What `npm test` runs, after set-up. Its last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './support/debian-package.mjs';
import { startPostgres } from './support/postgres.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The bundled Node comes first, for every tool that asks for `node`.
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};

const checks = [
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'types', command: 'tsc -p tsconfig.json' },
  { name: 'types of workflows', command: 'tsc -p workflows/tsconfig.json' },
  { name: 'types of the web app', command: 'tsc -p web/tsconfig.json' },
  { name: 'types of its tests', command: 'tsc -p test/web/tsconfig.json' },
  { name: 'lint', command: 'oxlint --deny-warnings' },
  { name: 'unused code', command: 'knip --no-progress' },
  { name: 'web app', command: 'node web/build/main.ts' },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();
for (const { name, command } of checks) {
  if (timed(name, () => run(command))) total.passed += 1;
  else total.failed += 1;
}
timed('tests', runTests);
const { passed, failed, skipped } = total;
console.log(`\nin ${seconds(started)}`);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);

function timed(name, step) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const succeeded = step();
  console.log(`── ${name}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds(start)}`);
  return succeeded;
}

function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

function run(command, variables = {}) {
  const [program, ...args] = command.split(' ');
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...variables },
  });
  if (error) console.error(error.message);
  return status === 0;
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tests-'));
  const postgres = startPostgres(console.log);
  const hasRedis = findProgram('redis-server');
  const hasBrowser = findProgram('chromium');
  try {
    const report = join(folder, 'report.json');
    const succeeded = run(
      `vitest run --reporter=default --reporter=json --outputFile.json=${report}`,
      postgres ? { TEST_DATABASE_URL: postgres.url } : {},
    );
    if (!postgres) total.skipped += 1;
    if (!hasRedis)
      console.log('Redis is not installed (Debian: redis-server): its tests are skipped');
    if (!hasBrowser)
      console.log('Chromium is not installed (Debian: chromium): the browser tests are skipped');
    return count(report, succeeded);
  } finally {
    postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether tests can start a program, which comes with the package of Debian of its name. */
function findProgram(name) {
  const isThere = () => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  return isThere() || (installDebianPackage(name, console.log) && isThere());
}

/** Adds up vitest's report. A run that failed although no test did counts as one failure. */
function count(file, succeeded) {
  const report = readReport(file);
  const failedBefore = total.failed;
  total.passed += report.numPassedTests;
  total.failed += report.numFailedTests;
  total.skipped += report.numPendingTests + report.numTodoTests;
  const withoutTests = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  total.failed += withoutTests.length;
  if (!succeeded && total.failed === failedBefore) total.failed += 1;
  return succeeded;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error('vitest wrote no report');
    return {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    };
  }
}
