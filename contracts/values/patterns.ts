import type { Json } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { problem } from './problem.ts';
import type { Path, Problem } from './problem.ts';

const patternKeywords = ['pattern', 'patternProperties'];

/** Keywords whose members are schemas under names of any kind. */
const namedSchemas = ['properties', '$defs', 'definitions', 'dependentSchemas'];

/** Keywords that hold values, not schemas. */
const values = ['enum', 'const', 'default', 'examples'];

function within(keyword: string, value: Json, path: Path): Problem[] {
  if (patternKeywords.includes(keyword)) {
    const message = `${keyword} is not supported: its evaluation time is not bounded`;
    return [problem(path, message, 'use enum, minLength or maxLength')];
  }
  if (values.includes(keyword)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((member, index) => patternProblems(member, [...path, index]));
  }
  if (!namedSchemas.includes(keyword) || !isJsonObject(value)) return patternProblems(value, path);
  return Object.entries(value).flatMap(([name, member]) =>
    patternProblems(member, [...path, name]),
  );
}

/** The regular expressions of a JSON Schema, each as a problem: one such as `(a+)+$` can run for ever. */
export function patternProblems(schema: Json, path: Path): Problem[] {
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    within(keyword, value, [...path, keyword]),
  );
}
