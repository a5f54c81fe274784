import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The variable with the path that the results are written to. */
export const resultsVariable = 'BATON_TEST_RESULTS';

/**
 * A reporter of vitest's that writes what became of each file, and what failed outside of all tests, as JSON.
 *
 * @typedef {object} FileResult
 * @property {string} file its path below the root
 * @property {number} passed
 * @property {number} failed a file that could not be run counts as one
 * @property {number} skipped
 * @property {string[]} failures what failed and why, a text each
 */
export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const crashes = unhandledErrors.map(crashOf);
    const crashed = crashes.filter((crash) => crash !== undefined);
    const isCrashed = ({ file }) => crashed.some((crash) => crash.file === file);
    const files = modules.map(resultOf).filter((result) => !isCrashed(result));
    const errors = unhandledErrors.filter((_, index) => crashes[index] === undefined).map(textOf);
    const results = { files: [...files, ...crashed], errors };
    writeFileSync(process.env[resultsVariable], JSON.stringify(results));
  }
}

/** How vitest says that a process has died, whose file then has no results. */
const diedPattern = /Worker exited unexpectedly.* while running test file (\S+)/;

/** @returns {FileResult | undefined} a file that failed, where an error says that its process died. */
function crashOf({ message, cause }) {
  const [why, path] = diedPattern.exec(`${message}\n${cause?.message}`) ?? [];
  if (path === undefined) return undefined;
  const file = relative(process.cwd(), path);
  return {
    file,
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [`${file} ended its process\n${why}`],
  };
}

/** @returns {FileResult} */
function resultOf(module) {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    ...test.result(),
  }));
  const withState = (state) => tests.filter((test) => test.state === state);
  const failures = withState('failed').map(({ name, errors }) =>
    [`${file}: ${name}`, ...errors.map(textOf)].join('\n'),
  );
  // A hook, or the file itself: what could not be run is no result.
  if (module.state() === 'failed' && failures.length === 0) {
    failures.push(
      [`${file} failed outside of its tests`, ...module.errors().map(textOf)].join('\n'),
    );
  }
  const passed = withState('passed').length;
  return {
    file,
    passed,
    failed: failures.length,
    skipped: tests.length - passed - withState('failed').length,
    failures,
  };
}

const textOf = ({ stack, message }) => stack ?? message ?? '';
