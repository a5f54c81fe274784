import { z } from 'zod';
import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { durationPattern } from '../../../../../contracts/base/duration.ts';
import { nodeKinds } from '../../../../../contracts/pipelines/nodes/index.ts';
import { triggerKinds } from '../../../../../contracts/pipelines/triggers/index.ts';
import type { TriggerKindName } from '../../../../../contracts/pipelines/triggers/kinds.ts';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import { nodeBase, outageFields } from '../../../../../contracts/pipelines/nodes/base.ts';
import { propertiesOf, requiredOf } from '../../../../../contracts/values/json-schema.ts';
import {
  expressionFields,
  templateFields,
} from '../../../../../contracts/pipelines/validation/expressions-of.ts';
import { helpOf, labelOf } from './labels.ts';

/** How a field of a node is asked for. */
export type FieldControl =
  | 'text'
  | 'paragraph'
  | 'duration'
  | 'number'
  | 'choice'
  | 'flag'
  | 'name'
  | 'names'
  | 'version'
  | 'lines'
  | 'expression'
  | 'template'
  | 'value'
  | 'schema'
  | 'arguments'
  | 'cases'
  | 'group';

/** A field of a form, as the schema of its node kind says. */
export type FormField = {
  name: string;
  label: string;
  help: string | undefined;
  isRequired: boolean;
  control: FieldControl;
  choices: string[];
  /** What counts where it is left out. */
  fallback: Json | undefined;
  /** The fields of a group. */
  fields: FormField[];
};

/** What a field is where nothing else is said. */
export const plainField = {
  help: undefined,
  isRequired: false,
  choices: [],
  fallback: undefined,
  fields: [],
} satisfies Partial<FormField>;

/** Fields that name something there is, and those that name several. */
const naming: Record<string, FieldControl> = {
  agent: 'name',
  tool: 'name',
  pipeline: 'name',
  tools: 'names',
  delegates: 'names',
};

/** Fields whose form is that of what the node names. */
const argumentFields: Record<string, string> = {
  tool: 'args',
  approval: 'args',
  pipeline: 'inputs',
  map: 'args',
  loop: 'inputs',
};

/** Fields of node kinds that few need; those that every node may have are such, too. */
const advancedFields = new Set([
  'failoverOnContentFilter',
  'engine',
  'maximumTurns',
  'maximumOutputTokens',
  'temperature',
  'remindAfter',
  'escalate',
  'concurrency',
  'onItemError',
  'maximumTime',
  'maximumUsd',
]);

/** The fields of a node kind: those that one begins with, and those that few need. */
export function formFields(kind: NodeKindName): { basic: FormField[]; advanced: FormField[] } {
  const schema = schemaOf(kind);
  const fields = fieldsOf(schema, kind).filter(({ name }) => name !== 'kind' && name !== 'id');
  const isShared = ({ name }: FormField) => Object.hasOwn(nodeBase, name) && name !== 'title';
  const isAdvanced = (field: FormField) => isShared(field) || advancedFields.has(field.name);
  return {
    basic: fields.filter((field) => !isAdvanced(field)),
    // What is said of every node comes last.
    advanced: fields
      .filter(isAdvanced)
      .toSorted((one, other) => Number(isShared(one)) - Number(isShared(other))),
  };
}

/** What a pipeline says of outages, for the nodes that do not say it themselves. */
export const outageFormFields = (): FormField[] =>
  fieldsOf(z.toJSONSchema(z.object(outageFields), { io: 'input' }) as JsonObject, undefined);

/** The fields of a trigger kind, in the order in which they are asked for. */
export function triggerFields(kind: TriggerKindName): FormField[] {
  const fields = fieldsOf(schemaOf(kind), undefined, kind);
  const order = ['title', 'event', 'when', 'cron', 'timeZone', 'except', 'input', 'overlap'];
  const placeOf = ({ name }: FormField) => (order.indexOf(name) + 100) % 100;
  return fields
    .filter(({ name }) => name !== 'kind' && name !== 'id')
    .map((field) => (field.name === 'cron' ? { ...field, control: 'text' as const } : field))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

const schemas = new Map<NodeKindName | TriggerKindName, JsonObject>();

function schemaOf(kind: NodeKindName | TriggerKindName): JsonObject {
  const known = schemas.get(kind);
  if (known) return known;
  const options = { io: 'input', unrepresentable: 'any' } as const;
  const kinds = { ...nodeKinds, ...triggerKinds };
  const schema = z.toJSONSchema(kinds[kind].schema, options) as JsonObject;
  schemas.set(kind, schema);
  return schema;
}

/** @param group whose words come before those of the name alone: a node kind, or the group that holds the fields. */
function fieldsOf(
  schema: JsonObject,
  kind: NodeKindName | undefined,
  group: string = kind ?? '',
): FormField[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, member]) => {
    const own = isJsonObject(member) ? member : {};
    const control = controlOf(name, own, kind);
    return {
      name,
      label: labelOf(name, group),
      help: helpOf(name, group),
      isRequired: required.includes(name),
      control,
      choices: Array.isArray(own['enum']) ? own['enum'].map(String) : [],
      fallback: own['default'],
      fields: control === 'group' ? fieldsOf(own, undefined, name) : [],
    };
  });
}

function controlOf(name: string, schema: JsonObject, kind: NodeKindName | undefined): FieldControl {
  const { type, pattern } = schema;
  if (kind !== undefined) {
    if (argumentFields[kind] === name) return 'arguments';
    if (kind === 'switch' && name === 'cases') return 'cases';
    const templates: readonly string[] = templateFields[kind];
    if (templates.includes(name)) return type === 'string' ? 'template' : 'value';
    const expressions: readonly string[] = expressionFields[kind];
    if (expressions.includes(name)) return 'expression';
    if (Object.hasOwn(naming, name)) return naming[name]!;
  }
  if (name === 'version') return 'version';
  if (name === 'schema') return 'schema';
  if (Array.isArray(schema['enum'])) return 'choice';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'flag';
  if (type === 'array')
    return isJsonObject(schema['items']) && schema['items']['type'] === 'object'
      ? 'value'
      : 'lines';
  if (type === 'object' && isJsonObject(schema['properties'])) return 'group';
  if (type !== 'string') return 'value';
  return pattern === durationPattern.source ? 'duration' : 'text';
}
