import type { z } from 'zod';
import { isJsonObject } from '../../base/json.ts';
import type { JsonSchema } from '../../base/json.ts';
import { hasOwnMessage } from '../../base/own-words.ts';
import { suggestFirst } from '../../base/nearest.ts';
import { step } from './fields.ts';
import { patternProblem } from '../../values/pattern-problem.ts';
import { pathText } from '../../values/problem.ts';
import type { Path, Problem } from '../../values/problem.ts';
import { valueAt, zodProblems } from '../../values/zod-problems.ts';

type Issue = z.core.$ZodIssue;

/**
 * The problems of the arguments of a call, one for each mistake, worded as for every request. The message says what was
 * received; the fix includes the tool's description of the field.
 * @param tool.parameters the JSON Schema of the arguments, whose descriptions are used.
 * @param given.path where the arguments stand, such as `args`.
 * @param given.received a value as it may be shown, by the name of its field.
 */
export function argumentProblems(
  { schema, parameters }: { schema: z.ZodType; parameters: JsonSchema },
  issues: readonly Issue[],
  given: { value: unknown; path: Path; received: (name: string, value: unknown) => string },
): Problem[] {
  const { value, path } = given;
  const suggest = suggestFirst();
  return issues.flatMap((issue) => wordsFor(issue).map((told) => withReceived(told, issue)));

  function wordsFor(issue: Issue): Problem[] {
    const ofPattern = hasOwnMessage(issue)
      ? undefined
      : patternProblem(parameters, issue, { issues, value, path });
    if (ofPattern) return ofPattern;
    const description = descriptionAt(parameters, issue.path);
    return zodProblems([issue], { value, schema, path, suggest }).map((problem) =>
      description === undefined || issue.code === 'unrecognized_keys'
        ? problem
        : { ...problem, fix: `${problem.fix} (described as: ${description})` },
    );
  }

  function withReceived(told: Problem, issue: Issue): Problem {
    const actual = valueAt(value, issue.path);
    // Names of fields are in the place; a form of several can be told of deeper than the issue is.
    if (actual === undefined || namesOnly.has(issue.code)) return told;
    if (told.path !== pathText([...path, ...issue.path])) return told;
    const isScalar = typeof actual !== 'object' || actual === null;
    if (isScalar && told.message.includes(String(actual))) return told;
    const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
    return { ...told, message: `${told.message}, got ${given.received(name, actual)}` };
  }
}

const namesOnly = new Set<Issue['code']>(['unrecognized_keys', 'invalid_key']);

/** The description of a field, or of the nearest enclosing field that has one. */
function descriptionAt(parameters: JsonSchema, path: Path): string | undefined {
  const around = path.map((_part, index) =>
    path.slice(0, index + 1).reduce<unknown>(step, parameters),
  );
  return around
    .flatMap((at) => (isJsonObject(at) ? [at['description']] : []))
    .findLast((text) => typeof text === 'string');
}
