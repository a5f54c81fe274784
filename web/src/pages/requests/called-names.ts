import type { JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';

/** The names of the tools that the messages of a request called, by the ids of the calls. */
export function calledNames(messages: readonly JsonObject[]): Map<string, string> {
  const calls = messages.flatMap(({ tool_calls: asked }) => (Array.isArray(asked) ? asked : []));
  return new Map(
    calls.flatMap((call): [string, string][] => {
      if (!isJsonObject(call) || !isJsonObject(call['function'])) return [];
      const [id, name] = [call['id'], call['function']['name']];
      return typeof id === 'string' && typeof name === 'string' ? [[id, name]] : [];
    }),
  );
}
