import { foreignJson } from '../../../contracts/base/foreign-json.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';

/** What Anthropic calls the text of arguments that are no JSON object, in the object that it wants in their place. */
const nameOfBroken = 'INVALID_JSON';

/** A call's arguments as an object. */
export function inputOf(text: string): JsonObject {
  const value = text.trim() === '' ? {} : foreignJson(text);
  return isJsonObject(value) ? value : { [nameOfBroken]: text };
}

/** What a model wrote that was no JSON object, in an input that comes back. */
export function brokenTextOf(input: JsonObject): string | undefined {
  const { [nameOfBroken]: text, ...others } = input;
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : undefined;
}
