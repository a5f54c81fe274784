/** @see join-runs.mjs, which the script that runs the tests needs as it is. */
export type FileResult = {
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
};
export type Results = { files: FileResult[]; errors: string[] };
export function joinRuns(
  first: Results,
  second: Results,
  known: readonly string[],
): Results & { passedAlone: string[] };
export function nameOf(failure: string): string;
