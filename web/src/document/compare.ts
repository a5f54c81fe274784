import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../contracts/base/json.ts';
import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import { triggerKinds } from '../../../contracts/pipelines/triggers/index.ts';
import { isTriggerKind } from '../../../contracts/pipelines/triggers/kinds.ts';
import { portOf } from './edits/edges.ts';
import { idOf, isKind, listIn } from './raw.ts';

/**
 * One difference in meaning. `before` is left out for what is new, `after` for what is gone. What is new or gone as a `whole`,
 * such as a node, is as it is written: its defaults are no difference.
 */
export type Change = { where: string; before?: Json; after?: Json; whole?: true };

/**
 * What differs between two documents by meaning: settings of nodes by id, edges by their ends, settings of the
 * pipeline. The order of things, positions on the canvas, ways of writing and whether a default is written out are no
 * differences.
 */
export function compareDocuments(before: Json, after: Json): Change[] {
  return [
    ...compareFields('', head(before), head(after)),
    ...compareThings(triggersOf(before), triggersOf(after)),
    ...compareThings(nodesOf(before), nodesOf(after)),
    ...compareThings(edgesOf(before), edgesOf(after)),
  ];
}

export type ChangeCounts = {
  added: number;
  changed: number;
  removed: number;
  edges: { added: number; changed: number; removed: number };
};

/** How many nodes, triggers among them, and edges differ between two documents. */
export function countChanges(changes: readonly Change[]): ChangeCounts {
  return {
    ...countThings(changes.filter(({ where }) => /^(node|trigger) /.test(where))),
    edges: countThings(changes.filter(({ where }) => where.startsWith('edge '))),
  };
}

function countThings(changes: readonly Change[]): ChangeCounts['edges'] {
  const whole = changes.filter((change) => change.whole);
  const added = whole.filter(({ before }) => before === undefined).length;
  const changed = new Set(
    changes.filter((change) => !change.whole).map(({ where }) => where.split(': ')[0]),
  );
  return { added, changed: changed.size, removed: whole.length - added };
}

type Keyed = ReadonlyMap<string, Json>;
/** Things by what they are called: as they are written, and what they mean. */
type Things = ReadonlyMap<string, { written: Json; means: Json }>;

function head(document: Json): Keyed {
  if (!isJsonObject(document)) return new Map();
  const {
    nodes: _nodes,
    edges: _edges,
    layout: _layout,
    canvas: _canvas,
    triggers: _triggers,
    ...rest
  } = document;
  return new Map(Object.entries(rest));
}

function triggersOf(document: Json): Things {
  const triggers = listIn(document, 'triggers');
  return new Map(
    triggers.map((each, index) => {
      const kind = isJsonObject(each) ? each['kind'] : undefined;
      const { data } = isTriggerKind(kind) ? triggerKinds[kind].schema.safeParse(each) : {};
      const means = data === undefined ? each : (data as JsonObject);
      return [`trigger ${idOf(each) ?? index}`, { written: each, means }];
    }),
  );
}

function nodesOf(document: Json): Things {
  const nodes = listIn(document, 'nodes');
  return new Map(
    nodes.map((node, index) => [
      `node ${idOf(node) ?? index}`,
      { written: node, means: withDefaults(node) },
    ]),
  );
}

/** A node with its defaults filled in; one with mistakes as it is. */
function withDefaults(node: Json): Json {
  const kind = isJsonObject(node) ? node['kind'] : undefined;
  if (!isKind(kind)) return node;
  const { data } = nodeKinds[kind].schema.safeParse(node);
  return data === undefined ? node : (data as JsonObject);
}

function edgesOf(document: Json): Things {
  const edges = listIn(document, 'edges').filter(isJsonObject);
  return new Map(
    edges.map((edge) => {
      const { from, to } = edge;
      const port = portOf(document, edge);
      const through = port === undefined || port === 'done' ? '' : ` (${port})`;
      const means = { ...edge, port: port ?? null };
      return [`edge ${String(from)}${through} → ${String(to)}`, { written: edge, means }];
    }),
  );
}

function compareThings(before: Things, after: Things): Change[] {
  return keysOf(before, after).flatMap((key): Change[] => {
    const [old, now] = [before.get(key), after.get(key)];
    if (!old || !now) {
      const whole = { where: key, whole: true as const };
      return [
        { ...whole, ...(old && { before: old.written }), ...(now && { after: now.written }) },
      ];
    }
    if (isJsonObject(old.means) && isJsonObject(now.means)) {
      return compareFields(`${key}: `, fieldsOf(old.means), fieldsOf(now.means));
    }
    return changesOf(key, old.means, now.means);
  });
}

const fieldsOf = (object: JsonObject): Keyed => new Map(Object.entries(object));

function compareFields(where: string, before: Keyed, after: Keyed): Change[] {
  return keysOf(before, after).flatMap((key) =>
    changesOf(`${where}${key}`, before.get(key), after.get(key)),
  );
}

function changesOf(where: string, before: Json | undefined, after: Json | undefined): Change[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  return [
    { where, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
  ];
}

function keysOf<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])];
}
