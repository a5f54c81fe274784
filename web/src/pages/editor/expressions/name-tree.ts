import type { Json, JsonSchema } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { propertiesOf } from '../../../../../contracts/values/json-schema.ts';

/** Names that an expression can go on with, each with what it is and the names below it. */
export type NameTree = { [name: string]: { detail: string; below?: NameTree } };

/** The names of a value that a JSON Schema describes. */
export function namesOfSchema(schema: Json | undefined): NameTree {
  if (!isJsonObject(schema)) return {};
  return Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, member]) => [
      name,
      { detail: detailOf(member), below: namesOfSchema(member) },
    ]),
  );
}

function detailOf(schema: Json): string {
  if (!isJsonObject(schema)) return '';
  const { type, title, description, enum: choices } = schema as JsonSchema;
  if (Array.isArray(choices)) return choices.map(String).join(' | ');
  return [type, title ?? description].filter((part) => typeof part === 'string').join(' · ');
}

/** The names of a value that is there. */
export function namesOfValue(value: Json | undefined): NameTree {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      { detail: preview(member), below: namesOfValue(member) },
    ]),
  );
}

const previewLength = 40;

function preview(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
}

/** Both trees in one; where both know a name, the second tells what it is. */
export function joined(first: NameTree, second: NameTree): NameTree {
  const both = Object.entries(second).map(([name, { detail, below }]) => [
    name,
    { detail, below: joined(first[name]?.below ?? {}, below ?? {}) },
  ]);
  return { ...first, ...(Object.fromEntries(both) as NameTree) };
}
