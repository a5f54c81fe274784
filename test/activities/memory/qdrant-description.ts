import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';

/** Where published API descriptions lie; undefined where the environment does not name it. */
export const descriptions = process.env['API_DESCRIPTIONS'];

export type QdrantRequest = { method: string; path: string; body: Json };

/** Gives what is wrong with requests by Qdrant's published description: nothing where all fit. */
export async function createQdrantCheck(): Promise<(requests: QdrantRequest[]) => string[]> {
  const text = await readFile(join(descriptions ?? '', 'qdrant.json'), 'utf8');
  const { components = null, paths } = JSON.parse(text) as { components: Json; paths: JsonObject };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'qdrant', components: mended(components) });

  /** The schema of a request's body; undefined where the description has no such operation. */
  function bodyOf(method: string, path: string): Json | undefined {
    const [, operations] =
      Object.entries(paths)
        .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
        .find(([template]) => toPattern(template).test(path)) ?? [];
    const operation = member(operations, method.toLowerCase());
    if (operation === undefined) return undefined;
    return member(operation, 'requestBody', 'content', 'application/json', 'schema') ?? null;
  }

  return (requests) =>
    requests.flatMap(({ method, path, body }) => {
      const schema = bodyOf(method, path);
      if (schema === undefined) return [`there is no ${method} ${path}`];
      if (schema === null) return body === null ? [] : [`${method} ${path} takes no body`];
      const validate = ajv.compile(referenced(mended(schema)) as object);
      if (validate(body)) return [];
      const told = (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
      return [`${method} ${path}: ${told.join(', ')}`];
    });
}

const toPattern = (template: string) =>
  new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);

function member(value: Json | undefined, ...names: string[]): Json | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  return value !== undefined && isJsonObject(value) ? member(value[name], ...rest) : undefined;
}

function referenced(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"qdrant#/components'),
  ) as Json;
}

/** OpenAPI 3.0 as JSON Schema, closed: a field that no schema names is a mistake. */
function mended(value: Json): Json {
  if (Array.isArray(value)) return value.map(mended);
  if (!isJsonObject(value)) return value;
  const { nullable, ...rest } = value;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, mended(part)]));
  if (nullable !== true) return closed(schema);
  return Object.keys(schema).length === 0
    ? { type: 'null' }
    : { anyOf: [closed(schema), { type: 'null' }] };
}

function closed(schema: JsonObject): JsonObject {
  const isOpen =
    'additionalProperties' in schema || ['anyOf', 'oneOf', 'allOf'].some((key) => key in schema);
  return schema['type'] === 'object' && isJsonObject(schema['properties'] ?? null) && !isOpen
    ? { ...schema, additionalProperties: false }
    : schema;
}
