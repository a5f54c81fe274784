import { Problem } from '../base/problem.ts';

const headerName = 'baton-ignored';

/** Headers take ASCII, and proxies a few kilobytes of it. */
const longestHeader = 1_000;

/**
 * The header that names what of a request was not carried to the model.
 * @throws {Problem} `invalid-request` where the request is `strict`.
 */
export function ignoredHeader(
  names: readonly string[],
  { strict }: { strict?: boolean | null | undefined },
): Record<string, string> {
  if (names.length === 0) return {};
  if (strict) {
    const problems = names.map((path) => ({ path, message: notCarried }));
    const told = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new Problem('invalid-request', told, problems);
  }
  const text = [...new Set(names)].join(', ').replace(/[^\x20-\x7e]/g, '?');
  return { [headerName]: text.slice(0, longestHeader) };
}

const notCarried = 'Baton cannot carry it to the model; remove it, or leave strict out';

/** The fields of a body that have a value and are none of those that are known. */
export function unknownFields(body: object, known: readonly string[]): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    known.includes(name) || isNeutral(value) ? [] : [name],
  );
}

/** What asks for nothing. */
function isNeutral(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}
