import type { Json, JsonSchema } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { freeName } from '../../nodes/reserved-names.ts';
import { suggest } from '../../../base/nearest.ts';
import {
  checkValue,
  hasDefault,
  isOpen,
  propertiesOf,
  requiredOf,
  schemaProblems,
} from '../../../values/json-schema.ts';
import { problem } from '../../../values/problem.ts';
import type { Path, Problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

function badDefaults(schema: Json, path: Path): Problem[] {
  if (!isJsonObject(schema)) return [];
  const { default: value, ...rest } = schema;
  const own = value === undefined ? [] : checkValue(rest, value, [...path, 'default']).problems;
  return [
    ...own,
    ...Object.entries(propertiesOf(schema)).flatMap(([name, member]) =>
      badDefaults(member, [...path, 'properties', name]),
    ),
  ];
}

function unknownRequired(schema: JsonSchema): Problem[] {
  const names = Object.keys(propertiesOf(schema));
  return requiredOf(schema).flatMap((name, position) =>
    names.includes(name) || isOpen(schema)
      ? []
      : [
          problem(
            ['inputs', 'required', position],
            `input ${name} not found`,
            suggest(name, names),
          ),
        ],
  );
}

function reservedNames(schema: JsonSchema): Problem[] {
  return Object.keys(propertiesOf(schema))
    .filter((name) => !freeName.test(name))
    .map((name) =>
      problem(['inputs', 'properties', name], `${name} is a reserved name`, 'choose another name'),
    );
}

/** `inputs` is a JSON Schema of an object, and its defaults are values that it allows. */
export const inputsSchema: Check = ({ draft: { inputs } }) => {
  if (inputs['type'] !== 'object') {
    const fix = 'write type: object, with the inputs under properties';
    return [problem(['inputs', 'type'], 'inputs must describe an object', fix)];
  }
  const broken = [...schemaProblems(inputs, ['inputs']), ...reservedNames(inputs)];
  if (broken.length > 0) return broken;
  return [...badDefaults(inputs, ['inputs']), ...unknownRequired(inputs)];
};

/** True if a run may start without the input. */
export function mayBeAbsent(schema: JsonSchema, name: string): boolean {
  return !requiredOf(schema).includes(name) && !hasDefault(propertiesOf(schema)[name]);
}
