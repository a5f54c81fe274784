import { suggest } from '../../contracts/base/nearest.ts';
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
  const mistakes = wanted.flatMap((name, index) =>
    known.includes(name)
      ? []
      : [
          {
            path: `${field}[${index}]`,
            message: `tool ${name} not found`,
            fix: suggest(name, withoutVersions(known)),
          },
        ],
  );
  if (mistakes.length === 0) return;
  throw new Problem('invalid-request', 'Some tools were not found.', mistakes);
}
