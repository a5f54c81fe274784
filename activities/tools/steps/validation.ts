import type { z } from 'zod';
import type { Json } from '../../../contracts/json.ts';
import { isJsonObject } from '../../../contracts/json.ts';
import { ToolRefused } from '../executor.ts';
import type { Tool } from '../tool.ts';

function valueAt(args: Json, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    args,
  );
}

function explain(issue: z.core.$ZodIssue, args: Json, parameters: Json): string {
  const field = issue.path.join('.') || 'arguments';
  const properties = isJsonObject(parameters) ? parameters['properties'] : undefined;
  const property = isJsonObject(properties) ? properties[String(issue.path[0])] : undefined;
  const wanted = isJsonObject(property) && property['description'];
  const problem =
    issue.path.length > 0 && valueAt(args, issue.path) === undefined ? 'missing' : issue.message;
  return `${field}: ${problem}${wanted ? ` (wanted: ${String(wanted)})` : ''}`;
}

/**
 * The arguments with their defaults.
 * @throws {ToolRefused} that lists every field that is wrong and what is wanted there.
 */
export function validateArguments(tool: Pick<Tool, 'name' | 'schema' | 'parameters'>, args: Json) {
  const result = tool.schema.safeParse(args);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => explain(issue, args, tool.parameters));
  throw new ToolRefused(
    'VALIDATION_ERROR',
    `The arguments of ${tool.name} are wrong. ${problems.join('; ')}`,
  );
}
