import type { z } from 'zod';

/** Variables that cannot be used; the message names each of them and says why, without its value. */
export class EnvironmentProblem extends Error {
  override readonly name = 'EnvironmentProblem';
}

/**
 * The settings that a schema reads from environment variables. A variable that is set to nothing counts
 * as not set.
 * @throws {EnvironmentProblem} that lists every problem.
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const set = Object.entries(environment).filter(([, value]) => value?.trim());
  const { success, data, error } = schema.safeParse(Object.fromEntries(set));
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return message.startsWith(`${name}:`) ? `  ${message}` : `  ${name}: ${message}`;
  });
  throw new EnvironmentProblem(
    ['Some environment variables cannot be used:', ...problems].join('\n'),
  );
}
