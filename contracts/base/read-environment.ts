import type { z } from 'zod';
import { fixOf, hasOwnMessage, markingDefaults } from './own-words.ts';

/** Invalid environment variables. The message names each one with the problem, without its value. */
export class EnvironmentProblem extends Error {
  override readonly name = 'EnvironmentProblem';
}

/**
 * The settings that a schema reads from environment variables. An empty variable counts as not set.
 * @throws {EnvironmentProblem} that lists every problem.
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  const { success, data, error } = schema.safeParse(Object.fromEntries(set), markingDefaults);
  if (success) return data;
  const problems = error.issues.map((issue) => {
    const name = issue.path.join('.');
    const message = [issue.message, fixOf(issue)].filter(Boolean).join('; ');
    if (message.startsWith(`${name}:`)) return message;
    return `${name}: ${hasOwnMessage(issue) ? message : wordsFor(issue)}`;
  });
  throw invalidEnvironment(problems);
}

/** @param problems each begins with the name of a variable, such as `PORT: write a number`. */
export function invalidEnvironment(problems: readonly string[]): EnvironmentProblem {
  const lines = problems.map((problem) => `  ${problem}`);
  return new EnvironmentProblem(['Some environment variables are not valid:', ...lines].join('\n'));
}

/** The validator's messages, reworded to say what to write. */
function wordsFor(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `write ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'too_small') return `must be ${bound(issue, 'more than', issue.minimum)}`;
  if (issue.code === 'too_big') return `must be ${bound(issue, 'less than', issue.maximum)}`;
  if (issue.code !== 'invalid_format') return issue.message;
  return issue.format === 'date'
    ? 'write a date such as 2013-01-02'
    : `is not a valid ${issue.format}`;
}

function bound({ inclusive }: { inclusive?: boolean }, word: string, limit: unknown): string {
  return inclusive === false ? `${word} ${String(limit)}` : `${word} or equal to ${String(limit)}`;
}
