import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { entryOf } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import {
  hasDefault,
  propertiesOf,
  requiredOf,
} from '../../../../../contracts/values/json-schema.ts';
import { freeId } from '../../../document/free-id.ts';
import { listIn, nodeIn, objectIn, takenIds } from '../../../document/raw.ts';
import type { AddItem } from './add-items.ts';

type Surroundings = {
  document: Json;
  catalogue: Catalog | undefined;
  /** The node that it will follow. */
  after?: string | undefined;
};

/** An item that is a node. */
export type NodeItem = AddItem & { kind: NodeKindName };

/** A node as it is when it is added: with an id of its own, and what its surroundings suggest. */
export function newNode({ kind, names }: NodeItem, surroundings: Surroundings): JsonObject {
  const { document } = surroundings;
  const id = freeId(names ?? (kind === 'pipeline' ? 'child' : kind), takenIds(document));
  return { id, kind, ...suggestions[kind](surroundings, names) };
}

type Suggestion = (surroundings: Surroundings, names: string | undefined) => JsonObject;

const nothing: Suggestion = () => ({});

const suggestions: Record<NodeKindName, Suggestion> = {
  agent: (_surroundings, names) => ifKnown('agent', names),
  tool: ({ document, catalogue }, names) => {
    if (names === undefined) return {};
    const tool = catalogue && entryOf(catalogue.tools, names);
    return { tool: names, ...given('args', tool?.parameters, document) };
  },
  pipeline: ({ document, catalogue }, names) => {
    if (names === undefined) return {};
    const child = catalogue && entryOf(catalogue.pipelines, names);
    return { pipeline: names, ...given('inputs', child?.inputs, document) };
  },
  approval: (surroundings) => ifKnown('show', resultBefore(surroundings)),
  transform: (surroundings) => ifKnown('value', resultBefore(surroundings)),
  model: nothing,
  condition: nothing,
  switch: nothing,
  join: nothing,
  map: nothing,
  loop: nothing,
  wait: nothing,
  wait_for_event: nothing,
};

/** A field with its value, where there is one. */
function ifKnown(field: string, value: string | undefined): JsonObject {
  return value === undefined ? {} : { [field]: value };
}

/** Arguments that must be given, from the pipeline's inputs of the same names. */
function given(field: string, schema: JsonSchema | undefined, document: Json): JsonObject {
  if (!schema) return {};
  const inputs = propertiesOf(objectIn(document, 'inputs'));
  const properties = propertiesOf(schema);
  const names = requiredOf(schema).filter(
    (name) => Object.hasOwn(inputs, name) && !hasDefault(properties[name]),
  );
  if (names.length === 0) return {};
  return { [field]: Object.fromEntries(names.map((name) => [name, `{{ inputs.${name} }}`])) };
}

/** Kinds whose output is an answer to look at, not a way to take. */
const decisions = new Set<Json | undefined>(['condition', 'switch', 'approval', 'join']);

/** The last result on the way to a node. */
function resultBefore({ document, after }: Surroundings): string | undefined {
  const seen = new Set<string>();
  let id = after;
  while (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const node = nodeIn(document, id);
    if (!node) return undefined;
    if (!decisions.has(node['kind'])) return `{{ nodes.${id}.output }}`;
    id = sourceOf(document, id);
  }
  return undefined;
}

function sourceOf(document: Json, id: string): string | undefined {
  const edge = listIn(document, 'edges').find(
    (member) => isJsonObject(member) && member['to'] === id,
  );
  return isJsonObject(edge) ? String(edge['from']) : undefined;
}
