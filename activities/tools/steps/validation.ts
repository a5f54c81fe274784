import { cutText } from '../../../contracts/base/text.ts';
import { firstProblems } from '../../../contracts/documents/document-limits.ts';
import { problemsTogether } from '../../../contracts/tools/argument-rules.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { markingDefaults } from '../../../contracts/base/own-words.ts';
import type { RefusedPlace } from '../../../contracts/tools/tools.ts';
import { argumentProblems } from '../../../contracts/pipelines/validation/argument-problems.ts';
import { placedText } from '../../../contracts/values/problem.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import { received } from '../../tool-kit/received.ts';
import type { Tool, ToolContext } from '../../tool-kit/tool.ts';

/** Places that are told: a model corrects these first, and the refusal has to fit into its conversation. */
const mostPlaces = 20;
/** Characters of each text of a place, which can hold what the caller wrote. */
const longestText = 300;
const longestMessage = 4_000;

function boundedPlaces(places: readonly RefusedPlace[]): RefusedPlace[] {
  return firstProblems(places, mostPlaces).map(({ path, message, fix, ...rest }) => ({
    ...rest,
    path: cutText(path, longestText),
    message: cutText(message, longestText),
    ...(fix !== undefined && { fix: cutText(fix, 2 * longestText) }),
  }));
}

/**
 * The refusal of a call for its arguments.
 * @param places each with its path from the arguments, such as `bars[2].close`; empty for all of them.
 */
export function wrongArguments(name: string, places: readonly RefusedPlace[]): ToolRefused {
  const bounded = boundedPlaces(places);
  const told = bounded.map(({ path, message, fix }) =>
    [placedText(path, message), fix].filter(Boolean).join(', '),
  );
  return new ToolRefused(
    'VALIDATION_ERROR',
    cutText(`The arguments of ${name} are not valid. ${told.join('; ')}`, longestMessage),
    { places: bounded.map((place) => ({ ...place, path: inArgs(place.path) })) },
  );
}

/** As it stands in the body of a request. */
const inArgs = (path: string) => (path === '' ? 'args' : `args.${path}`);

/**
 * The arguments with their defaults.
 * @throws {ToolRefused} that lists every field that is wrong and what is wanted there.
 */
export function validateArguments(tool: Pick<Tool, 'name' | 'schema' | 'parameters'>, args: Json) {
  const result = tool.schema.safeParse(args, markingDefaults);
  if (result.success) return result.data;
  const { issues } = result.error;
  const given = { value: args, path: [], received };
  throw wrongArguments(tool.name, argumentProblems(tool, issues, given));
}

/**
 * Looks at arguments that fit the tool's schema all together: by what pipelines are held to as well, else by the tool's
 * own validator.
 * @throws {ToolRefused} with what was found.
 */
export async function validateTogether<Services>(
  tool: Tool<Services>,
  args: unknown,
  context: Pick<ToolContext<Services>, 'services' | 'user'>,
): Promise<void> {
  const together = problemsTogether(tool.name, args);
  if (together.length > 0) throw wrongArguments(tool.name, together);
  const places = (await tool.validate?.(args as never, context)) ?? [];
  if (places.length > 0) throw wrongArguments(tool.name, places);
}
