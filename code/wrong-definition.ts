import type { z } from 'zod';
import { markingDefaults } from '../contracts/base/own-words.ts';
import { placedText } from '../contracts/values/problem.ts';
import { zodProblems } from '../contracts/values/zod-problems.ts';

/** A definition in code that is none: the message lists each mistake with its place and its fix. */
export class WrongDefinition extends Error {
  override readonly name = 'WrongDefinition';
}

/**
 * Checks a definition by its schema.
 * @param what it is to be, with its name where it has one, such as `pipeline hello`.
 * @throws {WrongDefinition}
 */
export function requireFit(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value, markingDefaults);
  if (!error) return;
  const lines = zodProblems(error.issues, { value, schema, path: [] }).map(
    ({ path, message, fix }) => `  ${placedText(path, message)}; ${fix}`,
  );
  throw new WrongDefinition([`The ${what} has mistakes:`, ...lines].join('\n'));
}
