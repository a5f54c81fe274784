import type { z } from 'zod';
import { isJsonObject } from '../../base/json.ts';
import type { JsonSchema } from '../../base/json.ts';
import { hasOwnMessage } from '../../base/own-words.ts';
import { suggestFirst } from '../../base/nearest.ts';
import { step } from './fields.ts';
import { patternProblem } from '../../values/pattern-problem.ts';
import type { Path, Problem } from '../../values/problem.ts';
import { zodProblems } from '../../values/zod-problems.ts';

type Issue = z.core.$ZodIssue;

/**
 * The problems of the arguments of a call, one for each mistake, worded as for every request. The fix includes the
 * tool's description of the field.
 * @param tool.parameters the JSON Schema of the arguments, whose descriptions are used.
 * @param path where the arguments stand, such as `args`.
 */
export function argumentProblems(
  { schema, parameters }: { schema: z.ZodType; parameters: JsonSchema },
  issues: readonly Issue[],
  { value, path }: { value: unknown; path: Path },
): Problem[] {
  const suggest = suggestFirst();
  return issues.flatMap((issue) => {
    const ofPattern = hasOwnMessage(issue)
      ? undefined
      : patternProblem(parameters, issue, { issues, value, path });
    if (ofPattern) return ofPattern;
    const description = descriptionAt(parameters, issue.path);
    return zodProblems([issue], { value, schema, path, suggest }).map((problem) =>
      description === undefined || issue.code === 'unrecognized_keys'
        ? problem
        : { ...problem, fix: `${problem.fix} (expected: ${description})` },
    );
  });
}

/** The description of a field, or of the nearest enclosing field that has one. */
function descriptionAt(parameters: JsonSchema, path: Path): string | undefined {
  const around = path.map((_part, index) =>
    path.slice(0, index + 1).reduce<unknown>(step, parameters),
  );
  return around
    .flatMap((at) => (isJsonObject(at) ? [at['description']] : []))
    .findLast((text) => typeof text === 'string');
}
