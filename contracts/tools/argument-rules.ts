import { entryOf } from '../pipelines/catalog.ts';
import { isJsonObject } from '../base/json.ts';
import type { Json, JsonSchema } from '../base/json.ts';
import { domains } from '../domains.ts';
import { checkValue } from '../values/json-schema.ts';
import { pathText } from '../values/problem.ts';
import type { Path, Problem } from '../values/problem.ts';
import { withoutVersion } from './tools.ts';

/** What tools want of arguments across their fields, by the tool's name. */
const rules: Record<string, (args: unknown) => Problem[]> = Object.assign(
  {},
  ...domains.map(({ argumentRules }) => argumentRules),
);

/**
 * What is wrong with arguments all together, each with its place in them.
 * @param tool its name, or one of its versions.
 * @param args fit the tool's schema, with its defaults.
 */
export function problemsTogether(tool: string, args: unknown): Problem[] {
  return entryOf(rules, withoutVersion(tool))?.(args) ?? [];
}

/**
 * What is wrong with the arguments of a call before it is made: with each by the tool's schema, else with all together.
 * @param tool its name, or one of its versions.
 * @param path where the arguments stand, such as `args`.
 */
export function callProblems(
  { tool, parameters }: { tool: string; parameters: JsonSchema },
  args: Json,
  path: Path,
): Problem[] {
  const { value, problems } = checkValue(parameters, args, path);
  if (problems.length > 0 || !isJsonObject(value)) return problems;
  return problemsTogether(tool, value).map((found) => {
    return { ...found, path: `${pathText(path)}.${found.path}` };
  });
}
