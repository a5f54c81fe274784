/**
 * What two runs make together, the second of the files alone that failed in the first. A file has passed where the second
 * ran as many of its tests as the first, and none failed; what the second did not run stays as it was.
 *
 * @typedef {import('./results-reporter.mjs').FileResult} FileResult
 * @typedef {{ files: FileResult[], errors: string[] }} Results `errors` are those outside of all tests
 *
 * @param {Results} first
 * @param {Results} second
 * @returns {Results & { passedAlone: string[] }} `passedAlone` is what failed in the first and passed in the second.
 */
export function joinRuns(first, second) {
  const passedAlone = [];
  const files = first.files.map((before) => {
    const after = second.files.find(({ file }) => file === before.file);
    if (before.failed === 0 || !after) return before;
    if (after.failed > 0) return after;
    if (after.passed < before.passed + before.failed) return before;
    passedAlone.push(...before.failures);
    return after;
  });
  return { files, errors: [...first.errors, ...second.errors], passedAlone };
}
