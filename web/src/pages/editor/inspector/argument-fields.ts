import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { entryOf } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { propertiesOf, requiredOf } from '../../../../../contracts/values/json-schema.ts';

/** One argument of a tool or one input of a pipeline, as the inspector asks for it. */
export type ArgumentField = {
  name: string;
  help: string;
  isRequired: boolean;
  /** Whether the schema names it; what it does not name can be taken away. */
  isKnown: boolean;
  /** Whether it is a text whatever it looks like: `5` is then not a number. */
  isText: boolean;
  /** How a fixed value is asked for. */
  control: 'choice' | 'flag' | 'number' | 'text' | 'value';
  /** The values to choose from, where the schema lists them. */
  choices: Json[];
  fallback: Json | undefined;
  /** What it must be, where that is said. */
  schema: JsonSchema | undefined;
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

const controls: Record<string, ArgumentField['control']> = {
  boolean: 'flag',
  integer: 'number',
  number: 'number',
  string: 'text',
};

/** A schema that allows null besides, without it: what is left out needs no value of its own. */
function withoutNull(schema: JsonObject): JsonObject {
  const { anyOf, type } = schema;
  const isNull = (one: Json) => one === 'null' || (isJsonObject(one) && one['type'] === 'null');
  if (Array.isArray(type)) {
    const [only, ...others] = type.filter((one) => !isNull(one));
    return only !== undefined && others.length === 0 ? { ...schema, type: only } : schema;
  }
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...others] = anyOf.filter((one) => !isNull(one));
  return isJsonObject(only) && others.length === 0 ? { ...schema, ...only } : schema;
}

/** The arguments of a schema, those that must be given first, and those that are given though it does not name them. */
export function argumentFields(schema: JsonSchema | undefined, given: JsonObject): ArgumentField[] {
  const properties = propertiesOf(schema ?? {});
  const required = requiredOf(schema ?? {});
  const names = [...new Set([...Object.keys(properties), ...Object.keys(given)])];
  const fields = names.map((name) => {
    const own = properties[name];
    const form = isJsonObject(own) ? own : undefined;
    const { description, default: fallback } = form ?? {};
    const { type, enum: listed } = withoutNull(form ?? {});
    const choices = Array.isArray(listed) ? listed.filter((choice) => choice !== null) : [];
    const control = choices.length > 0 ? 'choice' : (controls[String(type)] ?? 'value');
    return {
      name,
      help: typeof description === 'string' ? description : '',
      isRequired: required.includes(name) && fallback === undefined,
      isKnown: own !== undefined,
      isText: type === 'string',
      control,
      choices,
      fallback,
      schema: form,
    };
  });
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}
