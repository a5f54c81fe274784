import type { z } from 'zod';
import type { JsonObject, JsonSchema } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { step } from '../pipelines/validation/fields.ts';
import { problem } from './problem.ts';
import type { Path, Problem } from './problem.ts';
import { notAboveZero } from './issue-words.ts';
import { valueAt } from './zod-problems.ts';

type Issue = z.core.$ZodIssue;

/**
 * That a text does not match the pattern of a JSON Schema, in the words of the schema: what its description wants, or
 * that a number is wanted where one would do, or one above zero. The pattern itself is told where there are no words.
 * @param issues all that were found, this one among them.
 * @param value what was checked.
 * @returns undefined where an issue is another mistake; nothing where the form beside the pattern is told of already.
 */
export function patternProblem(
  schema: JsonSchema,
  issue: Issue,
  { issues, value, path }: { issues: readonly Issue[]; value: unknown; path: Path },
): Problem[] | undefined {
  if (issue.code !== 'invalid_format' || issue.format !== 'regex') return undefined;
  const at = issue.path.reduce<unknown>(step, schema);
  const place = [...path, ...issue.path];
  const kinds = alternatives(at);
  if (issues.some((other) => isOfForm(other) && isSamePlace(other, issue))) return [];
  const numeric = kinds.find(isNumeric);
  if (numeric && isTooLow(numeric, valueAt(value, issue.path))) {
    return [problem(place, ...notAboveZero(valueAt(value, issue.path)))];
  }
  if (numeric) return [problem(place, 'is not a number', 'write one such as 12.5')];
  const described = kinds.find(({ description }) => typeof description === 'string');
  const fix = described
    ? `write what its description says: ${String(described['description'])}`
    : `use a text that matches ${issue.pattern ?? 'its pattern'}`;
  return [problem(place, 'has the wrong format', fix)];
}

const isOfForm = (issue: Issue) => issue.code === 'invalid_format' && issue.format !== 'regex';

const isSamePlace = (one: Issue, other: Issue) =>
  one.path.length === other.path.length &&
  one.path.every((part, index) => part === other.path[index]);

/** A schema, and those of which a value may fit any. */
function alternatives(schema: unknown): JsonObject[] {
  if (!isJsonObject(schema)) return [];
  const { anyOf } = schema;
  return [schema, ...(Array.isArray(anyOf) ? anyOf.flatMap(alternatives) : [])];
}

const isNumeric = ({ type = null }: JsonObject) =>
  [type].flat().some((one) => one === 'number' || one === 'integer');

/** Whether a text is a decimal number at or below zero, where one above it is wanted. */
const isTooLow = ({ exclusiveMinimum }: JsonObject, text: unknown) =>
  exclusiveMinimum === 0 && /^[+-]?\d+(\.\d+)?$/.test(String(text)) && Number(text) <= 0;
