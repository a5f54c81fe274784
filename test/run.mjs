// What `npm test` runs, after set-up. Its last line is `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './support/debian-package.mjs';
import { joinRuns, nameOf } from './support/join-runs.mjs';
import { startPostgres } from './support/postgres.mjs';
import { resultsVariable } from './support/results-reporter.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The bundled Node comes first, for every tool that asks for `node`.
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};

/** Those that take longest come first. The web app is built here once: what tests start finds it as it is. */
const checks = [
  { name: 'types', command: 'tsc -p tsconfig.json' },
  { name: 'types of the tests of the web app', command: 'tsc -p test/web/tsconfig.json' },
  { name: 'types of the web app', command: 'tsc -p web/tsconfig.json' },
  { name: 'web app', command: 'node web/build/main.ts' },
  { name: 'unused code', command: 'knip --no-progress' },
  { name: 'lint', command: 'oxlint --deny-warnings' },
  { name: 'types of workflows', command: 'tsc -p workflows/tsconfig.json' },
  { name: 'format', command: 'oxfmt --check .' },
];
/** How many of them run beside each other: some use more than one core, and none waits. */
const checksAtOnce = 2;

const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, to be said once more at the end. */
const failures = [];
/** What failed beside others and passed alone. */
const passedAlone = [];
/** Tests that may fail at first, as `file: name`, each with the reason why that is put up with. */
const knownFlaky = JSON.parse(readFileSync(join(root, 'test/known-flaky.json'), 'utf8')).map(
  ({ test }) => test,
);
/** Whether a test that passes only alone fails the check, unless it is listed. */
const isStrict = process.env.BATON_TEST_STRICT === '1';
/** Where more files fail, something is broken: running them again only takes time. */
const mostFilesRunAgain = 5;
const started = Date.now();
const waitingChecks = checks.values();
await Promise.all(Array.from({ length: checksAtOnce }, () => runChecks(waitingChecks)));
await timed('tests', runTests);
if (passedAlone.length > 0) {
  console.log(`\nFailed at first and passed when run once more, alone:\n${passedAlone.join('\n')}`);
  console.log(
    isStrict
      ? 'It counts as failed unless test/known-flaky.json names it with a reason.'
      : 'Fix its cause. With BATON_TEST_STRICT=1 it fails the check.',
  );
}
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\nin ${seconds(started)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);

async function timed(name, step) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const succeeded = await step();
  console.log(`── ${name}: ${succeeded ? 'passed' : 'FAILED'} in ${seconds(start)}`);
  return succeeded;
}

function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs the checks that wait, one after the other; each tells what it has to say when it has ended. */
async function runChecks(waiting) {
  for (const { name, command } of waiting) {
    const start = Date.now();
    const { succeeded, said } = await runQuietly(command);
    const outcome = succeeded ? 'passed' : 'FAILED';
    console.log(`\n── ${name}: ${outcome} in ${seconds(start)}\n${said}`.trimEnd());
    if (succeeded) total.passed += 1;
    else {
      total.failed += 1;
      failures.push(`${name}: ${command}`);
    }
  }
}

/** Runs a command, and gives what it wrote. */
async function runQuietly(command) {
  const child = startProgram(command, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  return { succeeded: await succeeds(child), said };
}

function run(command, variables = {}) {
  return succeeds(startProgram(command, { stdio: ['ignore', 'inherit', 'inherit'], variables }));
}

function startProgram(command, { stdio, variables = {} }) {
  const [program, ...args] = command.split(' ');
  return spawn(program, args, { cwd: root, stdio, env: { ...environment, ...variables } });
}

async function succeeds(child) {
  const ended = once(child, 'close').catch((error) => {
    console.error(error.message);
    return [1];
  });
  return (await ended)[0] === 0;
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tests-'));
  const postgres = startPostgres(console.log);
  const hasRedis = findProgram('redis-server');
  const hasBrowser = findProgram('chromium-headless-shell') || findProgram('chromium');
  const variables = postgres ? { TEST_DATABASE_URL: postgres.url } : {};
  try {
    // One after the other: a browser and Temporal's workers beside each other make one another wait too long.
    const succeeded = [
      await runTestsOf(['programs', 'temporal', 'database', 'mocks', 'pure'], folder, variables),
      await runTestsOf(['browser'], folder, variables),
    ];
    if (!postgres) total.skipped += 1;
    if (!hasRedis)
      console.log('Redis is not installed (Debian: redis-server): its tests are skipped');
    if (!hasBrowser)
      console.log(
        'Chromium is not installed (Debian: chromium-headless-shell): browser tests are skipped',
      );
    return succeeded.every(Boolean);
  } finally {
    postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the tests of projects, and adds them to the total. Where a few files fail, those are run once more with
 * nothing beside them: what then passes has failed by the load of the machine or by chance, and is named. With
 * BATON_TEST_STRICT=1 it has failed all the same, unless test/known-flaky.json says why.
 */
async function runTestsOf(projects, folder, variables) {
  const first = await runVitest(projects, [], folder, variables);
  const broken = first.files.filter(({ failed }) => failed > 0).map(({ file }) => file);
  const isWorthIt =
    first.errors.length === 0 && broken.length > 0 && broken.length <= mostFilesRunAgain;
  if (!isWorthIt) return addUp(first);
  console.log(`\n── once more, alone: ${broken.join(', ')}`);
  const second = await runVitest(projects, [...broken, '--maxWorkers=1'], folder, variables);
  const failed = first.files.flatMap(({ failures: all }) => all.map(nameOf));
  const joined = joinRuns(first, second, isStrict ? knownFlaky : failed);
  passedAlone.push(...joined.passedAlone);
  return addUp(joined);
}

/** @returns {Promise<import('./support/join-runs.mjs').Results>} */
async function runVitest(projects, args, folder, variables) {
  const path = join(folder, 'results.json');
  rmSync(path, { force: true });
  const options = [
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=./test/support/results-reporter.mjs',
  ];
  const succeeded = await run(['vitest', 'run', ...options, ...args].join(' '), {
    ...variables,
    [resultsVariable]: path,
  });
  const { files, errors } = readResults(path);
  const isTold = errors.length > 0 || files.some(({ failed }) => failed > 0);
  return succeeded || isTold ? { files, errors } : { files, errors: ['vitest failed'] };
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return { files: [], errors: [`vitest wrote no results: ${error.message}`] };
  }
}

/** Adds results to the total. @returns whether nothing failed. */
function addUp({ files, errors }) {
  for (const result of files) {
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    failures.push(...result.failures);
  }
  total.failed += errors.length;
  failures.push(...errors);
  return errors.length === 0 && files.every(({ failed }) => failed === 0);
}

/** Whether tests can start a program, which comes with the package of Debian of its name. */
function findProgram(name) {
  const isThere = () => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  return isThere() || (installDebianPackage(name, console.log) && isThere());
}
