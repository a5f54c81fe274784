import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './problem.ts';

/** What is written: the kind and name for messages, and the revision that is stored, undefined where nothing is. */
type Written = { kind: 'pipeline' | 'agent'; name: string; revision: string | undefined };

/** What the routes say of the headers that are read here. */
export const conditionsTold = {
  replace:
    'If-Match: ETAG replaces only the revision that you read; If-None-Match: * only creates. If either does not hold, the answer ' +
    'is 412. Replacing without either header is refused with 428; If-Match: * replaces any revision.',
  delete: 'If-Match: ETAG deletes only the revision that you read; otherwise the answer is 412.',
};

/** The entity tag of what is stored: its revision. */
export function entityTag(revision: string): string {
  return `"${revision}"`;
}

/** What somebody is told who would overwrite what they have not seen. */
export function changedMeanwhile({ kind, name, revision }: Written): Problem {
  const now =
    revision === undefined ? 'it no longer exists' : `its ETag is now ${entityTag(revision)}`;
  return new Problem(
    'changed-meanwhile',
    `The ${kind} ${name} has changed since you read it: ${now}. Get it again, merge the changes, ` +
      'and save with its new ETag.',
  );
}

/**
 * What `If-Match` asks to find (RFC 9110, 13.1): the revision that is stored, undefined without that header.
 * @throws {Problem} `changed-meanwhile` where it names none of what is stored.
 */
export function expectedRevision(
  { 'if-match': wanted }: IncomingHttpHeaders,
  written: Written,
): string | undefined {
  if (wanted === undefined) return undefined;
  const { revision } = written;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (revision !== undefined && (tags.includes('*') || tags.includes(entityTag(revision)))) {
    return revision;
  }
  throw changedMeanwhile(written);
}

/**
 * What is to be replaced: the revision of `If-Match`, or null, nothing, where nothing is stored or
 * `If-None-Match: *` says so.
 * @throws {Problem} `condition-required` where something is stored and no header says what is to be replaced.
 */
export function replacedRevision(headers: IncomingHttpHeaders, written: Written): string | null {
  if (headers['if-none-match']?.trim() === '*') return null;
  const expected = expectedRevision(headers, written);
  if (expected !== undefined) return expected;
  if (written.revision === undefined) return null;
  throw new Problem(
    'condition-required',
    `The ${written.kind} ${written.name} already exists. Send If-Match with the ETag from GET, so that you do ` +
      'not overwrite another change, or If-Match: * to replace any revision.',
  );
}
