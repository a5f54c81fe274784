import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { entryOf } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { propertiesOf, requiredOf } from '../../../../../contracts/values/json-schema.ts';
import { texts } from './texts.ts';

/** One argument of a tool or one input of a pipeline, as the inspector asks for it. */
export type ArgumentField = {
  name: string;
  help: string;
  isRequired: boolean;
  /** Whether the schema names it; what it does not name can be taken away. */
  isKnown: boolean;
  /** Whether it is a text whatever it looks like: `5` is then not a number. */
  isText: boolean;
  fallback: Json | undefined;
};

/** The form of what a node hands on: the arguments of its tool, or the inputs of its pipeline. */
export function argumentSchema(
  node: JsonObject | undefined,
  catalogue: Catalog | undefined,
): JsonSchema | undefined {
  if (!node || !catalogue) return undefined;
  const { kind, tool, pipeline } = node;
  if (kind === 'pipeline' || kind === 'loop' || (kind === 'map' && tool === undefined)) {
    return entryOf(catalogue.pipelines, String(pipeline))?.inputs;
  }
  return entryOf(catalogue.tools, String(tool))?.parameters;
}

/** The arguments of a schema, those that must be given first, and those that are given though it does not name them. */
export function argumentFields(schema: JsonSchema | undefined, given: JsonObject): ArgumentField[] {
  const properties = propertiesOf(schema ?? {});
  const required = requiredOf(schema ?? {});
  const names = [...new Set([...Object.keys(properties), ...Object.keys(given)])];
  const fields = names.map((name) => {
    const own = properties[name];
    const { type, description, enum: choices, default: fallback } = isJsonObject(own) ? own : {};
    const help = [
      typeof description === 'string' ? description : undefined,
      Array.isArray(choices) ? texts.controls.oneOf(choices.map(String).join(', ')) : undefined,
    ];
    return {
      name,
      help: help.filter(Boolean).join('. '),
      isRequired: required.includes(name) && fallback === undefined,
      isKnown: own !== undefined,
      isText: type === 'string',
      fallback,
    };
  });
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}
