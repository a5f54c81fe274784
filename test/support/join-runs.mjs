/**
 * What two runs make together, the second of the files alone that failed in the first. Where the second ran as many of a
 * file's tests as the first and none failed, those tests alone have failed that are not known to be flaky; what the
 * second did not run stays as it was.
 *
 * @typedef {import('./results-reporter.mjs').FileResult} FileResult
 * @typedef {{ files: FileResult[], errors: string[] }} Results `errors` are those outside of all tests
 *
 * @param {Results} first
 * @param {Results} second
 * @param {readonly string[]} known names of tests that may fail at first, as failures begin with them
 * @returns {Results & { passedAlone: string[] }} `passedAlone` names what failed in the first and passed in the second.
 */
export function joinRuns(first, second, known) {
  const passedAlone = [];
  const files = first.files.map((before) => {
    const after = second.files.find(({ file }) => file === before.file);
    if (before.failed === 0 || !after) return before;
    if (after.failed > 0) return after;
    if (after.passed < before.passed + before.failed) return before;
    passedAlone.push(...before.failures.map(nameOf));
    const failures = before.failures.filter((failure) => !known.includes(nameOf(failure)));
    const failed = failures.length;
    return { ...after, passed: after.passed - failed, failed, failures };
  });
  return { files, errors: [...first.errors, ...second.errors], passedAlone };
}

/** A failure's first line is the file and the name of what failed. */
export const nameOf = (failure) => failure.split('\n', 1)[0];
