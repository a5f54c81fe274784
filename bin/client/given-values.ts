import { InvalidArgumentError } from 'commander';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { Context } from './context.ts';
import { CommandError, exitCodes } from './errors.ts';
import { readText } from './pipeline-file.ts';

/** Values as an option gives them that is repeated, such as `--input topic=tea --input limit=5`. */
export type GivenValues = Record<string, string>;

/** For commander: adds one `name=value` to those before. */
export function collectValues(text: string, before: GivenValues = {}): GivenValues {
  const separator = text.indexOf('=');
  if (separator < 1) {
    throw new InvalidArgumentError('Write name=value, such as limit=5.');
  }
  return { ...before, [text.slice(0, separator)]: text.slice(separator + 1) };
}

/**
 * The JSON object in the file that an option names, `-` for standard input.
 * @param option as it is written, such as `--input-json`.
 * @throws {CommandError} where there is no such file, or none of that in it.
 */
export async function readJsonObject(
  { readInput }: Pick<Context, 'readInput'>,
  option: string,
  file: string,
): Promise<JsonObject> {
  const text = file === '-' ? await readInput() : await readText(file);
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    const reason = (error as SyntaxError).message;
    throw new CommandError(`${option} is not JSON: ${reason}`, exitCodes.usage);
  }
  throw new CommandError(`${option} must be an object, such as {"limit": 5}`, exitCodes.usage);
}

/** For commander: adds one `node=json` to those before. */
export function collectJson(text: string, before: Record<string, Json>): Record<string, Json> {
  const [[node, value] = ['', '']] = Object.entries(collectValues(text));
  try {
    return { ...before, [node]: JSON.parse(value) as Json };
  } catch {
    throw new InvalidArgumentError('Write node=json, such as research=\'{"report": "…"}\'.');
  }
}
