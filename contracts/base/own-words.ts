import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
/** What a check of a schema takes for its words. */
export type OwnWords = { error: (issue: RawIssue) => string };

/**
 * The words of a check in a schema: what is wrong with the value, and how to fix it. Zod passes the fix on in the issue.
 * @example z.string().regex(/^[a-z]+$/, ownWords('has capital letters', 'use lowercase letters'))
 */
export function ownWords(mistake: string, fix: string): OwnWords {
  return { error: (issue: RawIssue) => withFix(issue, mistake, fix) };
}

/** Puts the fix into an issue, and returns its message. */
export function withFix(issue: RawIssue, mistake: string, fix: string): string {
  (issue as Record<string, unknown>)['fix'] = fix;
  return mistake;
}

/** The fix that a check gave its issue, if it gave one. */
export function fixOf(issue: z.core.$ZodIssue): string | undefined {
  const { fix } = issue as { fix?: unknown };
  return typeof fix === 'string' ? fix : undefined;
}

/** An option of `safeParse` that marks the issues for which the schema has no words, so that zod's are in the message. */
export const markingDefaults = {
  error(issue: RawIssue): undefined {
    (issue as Record<string, unknown>)['hasDefaultMessage'] = true;
  },
};

/** Whether the message of an issue is the schema's own. Needs issues of a parse with {@link markingDefaults}. */
export function hasOwnMessage(issue: z.core.$ZodIssue): boolean {
  return !('hasDefaultMessage' in issue);
}
