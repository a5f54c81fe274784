import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { sourcesOf } from '../../../../../contracts/tools/known-outputs.ts';
import { withoutVersion } from '../../../../../contracts/tools/tools.ts';
import { isSameValue } from '../../../document/is-same.ts';
import { idsBefore, nodeIn } from '../../../document/raw.ts';

/** An expression that an argument can be, from a call before that was about the same thing. */
export function suggestedFor(
  document: Json,
  { node, argument }: { node: string; argument: string },
): string | undefined {
  const call = nodeIn(document, node);
  for (const { from, same } of sourcesOf(String(call?.['tool']), argument)) {
    const wanted = argsOf(call)[same];
    const source = idsBefore(document, node).find((id) => {
      const earlier = nodeIn(document, id);
      if (earlier?.['kind'] !== 'tool' || earlier['next'] !== undefined) return false;
      const about = argsOf(earlier)[same];
      const isAboutSame = wanted === undefined || about === undefined || isSameValue(wanted, about);
      return withoutVersion(String(earlier['tool'])) === from.tool && isAboutSame;
    });
    if (source !== undefined) return `{{ nodes.${source}.output.${from.field} }}`;
  }
  return undefined;
}

function argsOf(node: JsonObject | undefined): JsonObject {
  return isJsonObject(node?.['args']) ? node['args'] : {};
}
