import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';

/** Where published API descriptions lie; undefined where the environment does not name it. */
export const descriptions = process.env['API_DESCRIPTIONS'];

async function readComponents(): Promise<Json> {
  const text = await readFile(join(descriptions ?? '', 'openai.json'), 'utf8');
  return (JSON.parse(text) as JsonObject)['components'] ?? null;
}

/** The names of all fields that a named schema of OpenAI's published description has, in any of its alternatives. */
export async function openAIFields(schema: string): Promise<Set<string>> {
  const { schemas } = (await readComponents()) as { schemas: Record<string, Schema> };
  const fieldsOf = ({ $ref, properties, allOf, oneOf, anyOf }: Schema): string[] => {
    const named = $ref && schemas[$ref.split('/').at(-1) ?? ''];
    const parts = [...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? []), ...(named ? [named] : [])];
    return [...Object.keys(properties ?? {}), ...parts.flatMap(fieldsOf)];
  };
  return new Set(fieldsOf(schemas[schema] ?? {}));
}
type Schema = { $ref?: string; properties?: object } & {
  [Of in 'allOf' | 'oneOf' | 'anyOf']?: Schema[];
};

/** Gives what is wrong with a value by a named schema of OpenAI's published description: nothing where it fits. */
export async function createOpenAICheck(schema: string): Promise<(value: unknown) => string[]> {
  const components = await readComponents();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openai', components: mended(components) });
  const validate = ajv.compile({ $ref: `openai#/components/schemas/${schema}` });
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** The description mixes dialects of JSON Schema, and some of its alternatives overlap. */
function mended(value: Json): Json {
  if (Array.isArray(value)) return value.map(mended);
  if (!isJsonObject(value)) return value;
  const schema = Object.fromEntries(
    Object.entries(value)
      .filter(([keyword, member]) => !(olderKeywords.has(keyword) && typeof member === 'boolean'))
      .map(([keyword, member]) => [keyword, mended(member)]),
  );
  if (value['nullable'] === true && Array.isArray(schema['enum'])) schema['enum'].push(null);
  if (value['nullable'] === true && typeof schema['type'] === 'string') {
    schema['type'] = [schema['type'], 'null'];
  }
  const { oneOf, ...rest } = schema;
  return oneOf !== undefined && 'discriminator' in schema ? { ...rest, anyOf: oneOf } : schema;
}

const olderKeywords = new Set(['nullable', 'exclusiveMinimum', 'exclusiveMaximum']);
