import type { IncomingHttpHeaders } from 'node:http';
import { revisionOf } from '../../db/repositories/pipelines.ts';
import type { PipelineRow } from '../../db/repositories/pipelines.ts';
import { Problem } from '../problem.ts';

/** The entity tag of a stored pipeline: its revision. */
export function entityTag(row: PipelineRow): string {
  return `"${revisionOf(row)}"`;
}

/** What somebody is told who would overwrite what they have not seen. */
export function changedMeanwhile(name: string, stored: PipelineRow | undefined): Problem {
  const now = stored ? `its ETag is now ${entityTag(stored)}` : 'it is not there any more';
  return new Problem(
    'changed-meanwhile',
    `The pipeline ${name} is not as it was when you read it: ${now}. Get it again, bring both together, ` +
      'and save with its new ETag.',
  );
}

/**
 * What `If-Match` asks to find (RFC 9110, 13.1): the revision that is stored, undefined without that header.
 * @throws {Problem} `changed-meanwhile` where it names none of what is stored.
 */
export function expectedRevision(
  { 'if-match': wanted }: IncomingHttpHeaders,
  name: string,
  stored: PipelineRow | undefined,
): string | undefined {
  if (wanted === undefined) return undefined;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (stored && (tags.includes('*') || tags.includes(entityTag(stored)))) return revisionOf(stored);
  throw changedMeanwhile(name, stored);
}

/**
 * What is to be replaced: the revision of `If-Match`, or null, nothing, where nothing is stored or
 * `If-None-Match: *` says so.
 * @throws {Problem} `condition-required` where something is stored and no header says what is to be replaced.
 */
export function replacedRevision(
  headers: IncomingHttpHeaders,
  name: string,
  stored: PipelineRow | undefined,
): string | null {
  if (headers['if-none-match']?.trim() === '*') return null;
  const expected = expectedRevision(headers, name, stored);
  if (expected !== undefined) return expected;
  if (!stored) return null;
  throw new Problem(
    'condition-required',
    `There is a pipeline ${name}: send If-Match with the ETag that GET gave you, so that nobody's change is ` +
      'lost, or If-Match: * to replace whatever is there.',
  );
}
