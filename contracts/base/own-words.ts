import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
/** The form in which a check of a schema takes its messages. */
export type OwnWords = { error: (issue: RawIssue) => string };

/**
 * The messages of a check in a schema: the problem with the value, and the fix. Zod passes the fix on in the issue.
 * @example z.string().regex(/^[a-z]+$/, ownWords('has capital letters', 'use lowercase letters'))
 */
export function ownWords(mistake: string, fix: string): OwnWords {
  return { error: (issue: RawIssue) => withFix(issue, mistake, fix) };
}

/** Adds the fix to an issue, and returns the message. */
export function withFix(issue: RawIssue, mistake: string, fix: string): string {
  (issue as Record<string, unknown>)['fix'] = fix;
  return mistake;
}

/** The fix that a check gave its issue, if it gave one. */
export function fixOf(issue: z.core.$ZodIssue): string | undefined {
  const { fix } = issue as { fix?: unknown };
  return typeof fix === 'string' ? fix : undefined;
}

/** An option of `safeParse` that marks the issues for which the schema has no message of its own and zod's is used. */
export const markingDefaults = {
  error(issue: RawIssue): undefined {
    (issue as Record<string, unknown>)['hasDefaultMessage'] = true;
  },
};

/**
 * Whether the message of an issue is the schema's own. Works only for issues of a parse with {@link markingDefaults}.
 */
export function hasOwnMessage(issue: z.core.$ZodIssue): boolean {
  return !('hasDefaultMessage' in issue);
}
