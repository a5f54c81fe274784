import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../contracts/base/json.ts';
import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import { triggerKinds } from '../../../contracts/pipelines/triggers/index.ts';
import { isTriggerKind } from '../../../contracts/pipelines/triggers/kinds.ts';
import { portOf } from './edits/edges.ts';
import { idOf, isKind, listIn } from './raw.ts';

/** One difference in meaning. `before` is left out for what is new, `after` for what is gone. */
export type Change = { where: string; before?: Json; after?: Json };

/**
 * What differs between two documents by meaning: settings of nodes by id, edges by their ends, settings of the
 * pipeline. The order of things, positions on the canvas, ways of writing and whether a default is written out are no
 * differences.
 */
export function compareDocuments(before: Json, after: Json): Change[] {
  return [
    ...compareFields('', head(before), head(after)),
    ...compareKeyed(triggersOf(before), triggersOf(after)),
    ...compareKeyed(nodesOf(before), nodesOf(after)),
    ...compareKeyed(edgesOf(before), edgesOf(after)),
  ];
}

type Keyed = ReadonlyMap<string, Json>;

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

function triggersOf(document: Json): Keyed {
  const triggers = listIn(document, 'triggers');
  return new Map(
    triggers.map((each, index) => {
      const kind = isJsonObject(each) ? each['kind'] : undefined;
      const { data } = isTriggerKind(kind) ? triggerKinds[kind].schema.safeParse(each) : {};
      return [`trigger ${idOf(each) ?? index}`, data === undefined ? each : (data as JsonObject)];
    }),
  );
}

function nodesOf(document: Json): Keyed {
  const nodes = listIn(document, 'nodes');
  return new Map(
    nodes.map((node, index) => [`node ${idOf(node) ?? index}`, withDefaults(node)] as const),
  );
}

/** A node with its defaults filled in; one with mistakes as it is. */
function withDefaults(node: Json): Json {
  const kind = isJsonObject(node) ? node['kind'] : undefined;
  if (!isKind(kind)) return node;
  const { data } = nodeKinds[kind].schema.safeParse(node);
  return data === undefined ? node : (data as JsonObject);
}

function edgesOf(document: Json): Keyed {
  const edges = listIn(document, 'edges').filter(isJsonObject);
  return new Map(
    edges.map((edge): [string, Json] => {
      const { from, to } = edge;
      const port = portOf(document, edge);
      const through = port === undefined || port === 'done' ? '' : ` (${port})`;
      return [`edge ${String(from)}${through} → ${String(to)}`, { ...edge, port: port ?? null }];
    }),
  );
}

function compareKeyed(before: Keyed, after: Keyed): Change[] {
  return keysOf(before, after).flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (isJsonObject(old) && isJsonObject(now)) {
      return compareFields(`${key}: `, new Map(Object.entries(old)), new Map(Object.entries(now)));
    }
    return changesOf(key, old, now);
  });
}

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

function keysOf(before: Keyed, after: Keyed): string[] {
  return [...new Set([...before.keys(), ...after.keys()])];
}
