import { z } from 'zod';
import { agentSchema } from '../../../../../contracts/agents/index.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { propertiesOf } from '../../../../../contracts/values/json-schema.ts';
import {
  initialTexts,
  schemaFields,
  valuesOf,
} from '../../../components/schema-form/schema-fields.ts';
import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';
import { fieldWords } from './field-words.ts';

/** The members of one object of an agent's definition. */
export type Section = {
  /** Where the object is: empty for the definition itself, `limits`, `limits.budget`. */
  path: string;
  schema: JsonSchema;
  fields: SchemaField[];
  /** The fields without which the object is left out. */
  needed: string[];
  /** Whether the object is left out while its fields say what they say at first. */
  isOptional: boolean;
};

/** The texts of each section's fields. */
export type SectionTexts = Record<string, Record<string, string>>;

/** The names that can be chosen from. */
export type Names = { tools: string[]; agents: string[]; planners: string[] };

/** What an agent is asked for, section by section, drawn from its schema. */
export function agentSections({ tools, agents, planners }: Names): Section[] {
  const schema = z.toJSONSchema(agentSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const named = withChoices(withChoices(schema, 'tools', tools), 'delegates', agents);
  return sectionsAt('', withPlanners(withAlwaysAsked(named, tools), planners));
}

function sectionsAt(path: string, schema: JsonSchema, isOptional = false): Section[] {
  const members = Object.entries(propertiesOf(schema));
  const inside = members.filter(([, member]) => isGroup(member));
  const groups = new Set(inside.map(([name]) => name));
  const fields = schemaFields(schema)
    .filter(({ name }) => !groups.has(name))
    .map((field) => ({ ...field, ...fieldWords[joined(path, field.name)] }));
  return [
    path === ''
      ? { path, schema, fields: fields.map(asWritten), needed: [], isOptional }
      : {
          path,
          schema,
          fields: fields.map((field) => ({ ...field, isRequired: false })),
          needed: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
          isOptional,
        },
    ...inside.flatMap(([name, member]) => {
      const group = member as JsonSchema;
      return sectionsAt(joined(path, name), group, group['default'] === undefined);
    }),
  ];
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** What a text in the schema is asked for by that is not one line. */
function asWritten(field: SchemaField): SchemaField {
  if (field.name === 'instructions') return { ...field, control: 'paragraph' };
  return field.name === 'output' ? { ...field, control: 'json' } : field;
}

function isGroup(member: Json): boolean {
  return isJsonObject(member) && Object.keys(propertiesOf(member)).length > 0;
}

function withChoices(schema: JsonSchema, name: string, choices: string[]): JsonSchema {
  const properties = propertiesOf(schema);
  const member = properties[name];
  if (!isJsonObject(member) || choices.length === 0) return schema;
  const items = { type: 'string', enum: choices };
  return { ...schema, properties: { ...properties, [name]: { ...member, items } } };
}

/** The tools that a person is always asked about are chosen from the same. */
function withAlwaysAsked(schema: JsonSchema, tools: string[]): JsonSchema {
  const properties = propertiesOf(schema);
  const { sideEffects } = properties;
  if (!isJsonObject(sideEffects)) return schema;
  const asked = withChoices(sideEffects, 'alwaysAsk', tools);
  return { ...schema, properties: { ...properties, sideEffects: asked } };
}

function withPlanners(schema: JsonSchema, planners: string[]): JsonSchema {
  const properties = propertiesOf(schema);
  const { planning } = properties;
  if (!isJsonObject(planning)) return schema;
  const choices = ['none', 'model', ...planners];
  return { ...schema, properties: { ...properties, planning: { ...planning, enum: choices } } };
}

/** The texts that the fields begin with. */
export function textsOf(sections: Section[], definition: JsonObject): SectionTexts {
  return Object.fromEntries(
    sections.map(({ path, fields }) => {
      const at = path === '' ? definition : valueAt(definition, path);
      const texts = initialTexts(fields, isJsonObject(at) ? at : {});
      const { output } = definition;
      return [path, path === '' && typeof output === 'string' ? { ...texts, output } : texts];
    }),
  );
}

function valueAt(value: Json, path: string): Json {
  return path
    .split('.')
    .reduce<Json>((at, part) => (isJsonObject(at) ? (at[part] ?? null) : null), value);
}

/** The definition that the texts stand for. A group without what it needs is left out. */
export function definitionOf(sections: Section[], texts: SectionTexts): JsonObject {
  const [own, ...groups] = sections.map(({ path, schema, fields, needed, isOptional }) => {
    const written = texts[path] ?? {};
    const isAsAtFirst = fields.every(({ name, initial }) => (written[name] ?? '') === initial);
    const isLeftOut = needed.some((name) => !written[name]?.trim()) || (isOptional && isAsAtFirst);
    return { path, values: isLeftOut ? {} : valuesOf(schema, fields, written) };
  });
  const { output, ...definition } = own?.values ?? {};
  const whole: JsonObject = {
    ...definition,
    ...(output !== undefined && { output: outputOf(texts['']?.['output'] ?? '') }),
  };
  for (const { path, values } of groups) {
    if (Object.keys(values).length > 0) put(whole, path.split('.'), values);
  }
  return whole;
}

function put(target: JsonObject, [name = '', ...rest]: string[], value: JsonObject): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const below = target[name];
  const next = isJsonObject(below) ? below : {};
  target[name] = next;
  put(next, rest, value);
}

/** The name of a form, or a JSON Schema; what is neither is told of by the server. */
function outputOf(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : text.trim();
  } catch {
    return text.trim();
  }
}
