import { isDeepStrictEqual } from 'node:util';
import type { ApprovalView } from '../../contracts/api/index.ts';
import { coerceInput } from '../../contracts/values/input.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { readJsonObject } from './given-values.ts';
import type { GivenValues } from './given-values.ts';

/** What a person wants otherwise than it was asked for. */
export type ArgsChange = {
  /** Single arguments, each read by its type. */
  values?: GivenValues | undefined;
  /** JSON of all arguments, `-` for standard input; left out, those that were asked for. */
  file?: string | undefined;
};

/**
 * The arguments that are approved in place of those that an approval asks for.
 * @throws {CommandError} where the file holds no JSON object.
 */
export async function changedArgs(
  client: Pick<ApiClient, 'tool'>,
  context: Pick<Context, 'readInput'>,
  { tool, args }: Pick<ApprovalView, 'tool' | 'args'>,
  { values = {}, file }: ArgsChange,
): Promise<JsonObject> {
  const base = file === undefined ? args : await readJsonObject(context, '--args-json', file);
  const isTyped = tool !== null && Object.keys(values).length > 0;
  const parameters = isTyped ? (await client.tool(tool)).parameters : {};
  return { ...(isJsonObject(base) && base), ...coerceInput(parameters, values) };
}

/** What is other than it was asked for, a line each: `quantity: 5 → 2`. */
export function changeLines(asked: Json | null, args: JsonObject): string[] {
  const before = isJsonObject(asked) ? asked : {};
  const names = new Set([...Object.keys(before), ...Object.keys(args)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(before[name], args[name]))
    .map((name) => `${name}: ${textOf(before[name])} → ${textOf(args[name])}`);
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return '(none)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
