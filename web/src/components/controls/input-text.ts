import type { JsonObject } from '../../../../contracts/base/json.ts';

/** The input of a run in one line: `topic="tides" limit=10`. */
export function inputText(input: JsonObject): string {
  return Object.entries(input)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');
}
