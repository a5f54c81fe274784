import { suggestFirst } from '../../contracts/base/nearest.ts';
import { firstProblems } from '../../contracts/documents/document-limits.ts';
import { withoutVersions } from '../../contracts/tools/tools.ts';
import { Problem } from '../base/problem.ts';

/**
 * Makes sure that names are tools: another would be a permission that does nothing.
 * @param field that has the names, such as `allowedTools`.
 * @throws {Problem} `invalid-request` with the place of each name, and what may have been meant.
 */
export function requireTools(
  known: readonly string[],
  field: string,
  wanted: readonly string[],
): void {
  const suggest = suggestFirst();
  const names = new Set(known);
  const suggested = withoutVersions(known);
  const mistakes = wanted.flatMap((name, index) =>
    names.has(name)
      ? []
      : [
          {
            path: `${field}[${index}]`,
            message: `tool ${name} not found`,
            fix: suggest(name, suggested),
          },
        ],
  );
  if (mistakes.length === 0) return;
  throw new Problem('invalid-request', 'Some tools were not found.', firstProblems(mistakes));
}
