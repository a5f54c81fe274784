import type { z } from 'zod';
import { markingDefaults } from '../contracts/base/own-words.ts';
import { placedText } from '../contracts/values/problem.ts';
import type { Problem } from '../contracts/values/problem.ts';
import { zodProblems } from '../contracts/values/zod-problems.ts';

/** A definition in code that is none: the message lists each mistake with its place and its fix. */
export class WrongDefinition extends Error {
  override readonly name = 'WrongDefinition';
  /** Each with its place in the definition. */
  readonly problems: readonly Problem[];
  /** What was to be defined. */
  readonly definition: unknown;

  constructor(what: string, problems: readonly Problem[], definition: unknown) {
    const lines = problems.map(
      ({ path, message, fix }) => `  ${placedText(path, message)}; ${fix}`,
    );
    super([`The ${what} has mistakes:`, ...lines].join('\n'));
    this.problems = problems;
    this.definition = definition;
  }
}

/**
 * Checks a definition by its schema.
 * @param what it is to be, with its name where it has one, such as `pipeline hello`.
 * @throws {WrongDefinition}
 */
export function requireFit(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value, markingDefaults);
  if (!error) return;
  throw new WrongDefinition(what, zodProblems(error.issues, { value, schema, path: [] }), value);
}
