import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';

/**
 * The arguments that a tool's parameters declare, a number as text where text is declared and the other
 * way round; undefined where a required one is not among them.
 */
export function fitArguments(
  args: { [name: string]: Json | undefined },
  parameters: JsonSchema,
): JsonObject | undefined {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const fitted = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === undefined || !(name in properties) ? [] : [[name, fit(value, properties[name])]],
    ),
  );
  const required = Array.isArray(parameters['required']) ? parameters['required'] : [];
  return required.every((name) => String(name) in fitted) ? fitted : undefined;
}

function fit(value: Json, schema: Json | undefined): Json {
  const types = isJsonObject(schema) ? [schema['type']].flat() : [];
  if (typeof value === 'number' && types.includes('string') && !types.includes('number')) {
    return String(value);
  }
  return value;
}
