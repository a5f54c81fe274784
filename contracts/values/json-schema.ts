import { z } from 'zod';
import type { Json, JsonObject, JsonSchema } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { suggestFirst } from '../base/nearest.ts';
import { markingDefaults } from '../base/own-words.ts';
import { patternProblem } from './pattern-problem.ts';
import { patternProblems } from './patterns.ts';
import { problem } from './problem.ts';
import type { Path, Problem } from './problem.ts';
import { zodProblems } from './zod-problems.ts';

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;
const typeSchema = z.enum(typeNames);
const named = z.record(
  z.string(),
  z.lazy(() => keywords),
);

/** The keywords of JSON Schema that Baton reads; others are left to `z.fromJSONSchema`. */
const keywords: z.ZodType<JsonObject> = z.looseObject({
  type: z.union([typeSchema, z.array(typeSchema)]).optional(),
  properties: named.optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), z.lazy(() => keywords)]).optional(),
  items: z.lazy(() => keywords).optional(),
  enum: z.array(z.json()).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().int().optional(),
  maxLength: z.number().int().optional(),
}) as z.ZodType<JsonObject>;

/** The properties that a schema of type object names. */
export function propertiesOf({ properties }: JsonSchema): Record<string, Json> {
  return isJsonObject(properties) ? properties : {};
}

export function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** True when an object of the schema may hold what the schema does not name. */
export function isOpen({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties === true || isJsonObject(additionalProperties);
}

export function hasDefault(schema: Json | undefined): schema is JsonObject {
  return isJsonObject(schema) && schema['default'] !== undefined;
}

type Conversion = { schema: z.ZodType } | { reason: string };

function convert(schema: JsonSchema): Conversion {
  try {
    return { schema: z.fromJSONSchema(schema) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function wrongTypes(schema: JsonSchema, path: Path): Problem[] {
  const { error } = keywords.safeParse(schema, markingDefaults);
  const issues = error?.issues ?? [];
  const suggest = suggestFirst();
  return issues.flatMap((issue) => {
    const at = [...path, ...issue.path];
    const value = issue.path.reduce<unknown>(
      (current, part) => (current as Record<PropertyKey, unknown> | undefined)?.[part],
      schema,
    );
    if (issue.path.at(-1) === 'type' && typeof value === 'string') {
      const types = [...typeNames];
      return [problem(at, `JSON type ${value} not found`, suggest(value, types))];
    }
    return zodProblems([issue], { value: schema, path, suggest });
  });
}

/** What is wrong with a JSON Schema as such: keywords of the wrong type, patterns, references that lead nowhere. */
export function schemaProblems(schema: JsonSchema, path: Path): Problem[] {
  const problems = [...wrongTypes(schema, path), ...patternProblems(schema, path)];
  if (problems.length > 0) return problems;
  const converted = convert(schema);
  if ('schema' in converted) return [];
  return [problem(path, 'is not a usable JSON Schema', converted.reason)];
}

/**
 * Checks a value against a JSON Schema and fills defaults in. A schema that cannot be used finds no
 * problems: {@link schemaProblems} does.
 */
export function checkValue(
  jsonSchema: JsonSchema,
  value: unknown,
  path: Path,
): { value?: Json; problems: Problem[] } {
  const converted = convert(jsonSchema);
  if (!('schema' in converted)) return { problems: [] };
  const { schema } = converted;
  const result = schema.safeParse(value, markingDefaults);
  if (result.success) return { value: result.data as Json, problems: [] };
  const { issues } = result.error;
  const suggest = suggestFirst();
  const problems = issues.flatMap(
    (issue) =>
      patternProblem(jsonSchema, issue, { issues, value, path }) ??
      zodProblems([issue], { value, schema, path, suggest }),
  );
  return { problems };
}
