import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import { firstStrings } from '../tool-kit/define-tool.ts';
import type { Tool } from '../tool-kit/tool.ts';

const longestLabel = 100;

/**
 * A call in a short text for people: `calculate 6 * 7`. Never throws, whatever the arguments.
 * @param tool undefined where there is none of the name.
 */
export function labelOf<Services>(
  name: string,
  tool: Tool<Services> | undefined,
  args: Json,
): string {
  try {
    const details = tool && isJsonObject(args) ? detailsOf(tool, args) : '';
    return cutText(`${name} ${details}`.trim(), longestLabel);
  } catch {
    return name;
  }
}

/** A tool finds words for the arguments that it takes; of others, the texts are told. */
function detailsOf<Services>(tool: Tool<Services>, args: JsonObject): string {
  return tool.schema.safeParse(args).success ? tool.label(args) : firstStrings(args);
}
