import { scanTemplate } from '../../../../contracts/expressions/scan.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { expressionFields } from '../../../../contracts/pipelines/validation/expressions-of.ts';
import { isKind, listIn, objectIn } from '../raw.ts';
import { setAt } from '../set-at.ts';
import { renameInGroups } from './annotations.ts';

/** New ids of nodes by old ones. */
export type Renames = Record<string, string>;

/** What expressions read by other names: nodes or inputs. */
type Reads = { root: 'nodes' | 'inputs'; renames: Renames };

/** Gives a node another id, in its edges, its place and every expression that reads it too. */
export function renameNode(document: Json, from: string, to: string): Json {
  const renames = { [from]: to };
  const nodes = listIn(document, 'nodes').map((node) => renameInNode(node, renames));
  const edges = listIn(document, 'edges').map((edge) => renameInEdge(edge, renames));
  const layout = Object.entries(objectIn(document, 'layout')).map(([id, place]): [string, Json] => [
    newName(id, renames),
    place,
  ]);
  const output = isJsonObject(document) ? document['output'] : undefined;
  const framed = renameInGroups(document, from, to);
  const renamed = setAt(setAt(framed, ['nodes'], nodes), ['edges'], edges);
  return [
    ['layout', layout.length > 0 ? Object.fromEntries(layout) : undefined] as const,
    [
      'output',
      output === undefined ? undefined : renameInTemplate(output, { root: 'nodes', renames }),
    ] as const,
  ].reduce<Json>(
    (at, [key, value]) => (value === undefined ? at : setAt(at, [key], value)),
    renamed,
  );
}

/** A node with other ids: its own, and those that its expressions read. */
export function renameInNode(node: Json, renames: Renames): Json {
  if (!isJsonObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([field, value]): [string, Json] => {
      if (field === 'id' && typeof value === 'string') return [field, newName(value, renames)];
      return [field, readIn(node, field, { root: 'nodes', renames })];
    }),
  );
}

/** A field of a node whose expressions read by other names. */
function readIn(node: JsonObject, field: string, reads: Reads): Json {
  const { [field]: value = null, kind } = node;
  const expressions: readonly string[] = isKind(kind) ? expressionFields[kind] : [];
  if (expressions.includes(field) && typeof value === 'string') {
    return renameInExpression(value, reads);
  }
  if (kind !== 'switch' || field !== 'cases' || !Array.isArray(value)) {
    return renameInTemplate(value, reads);
  }
  return value.map((each) =>
    isJsonObject(each) && typeof each['when'] === 'string'
      ? { ...each, when: renameInExpression(each['when'], reads) }
      : each,
  );
}

/** Gives an input another name, in every expression that reads it too. */
export function renameInput(document: Json, from: string, to: string): Json {
  const reads: Reads = { root: 'inputs', renames: { [from]: to } };
  const nodes = listIn(document, 'nodes').map((node) =>
    isJsonObject(node)
      ? Object.fromEntries(Object.keys(node).map((field) => [field, readIn(node, field, reads)]))
      : node,
  );
  const inputs = objectIn(document, 'inputs');
  const renamed = setAt(setAt(document, ['nodes'], nodes), ['inputs'], {
    ...inputs,
    properties: renamedKey(inputs['properties'], from, to),
    ...(Array.isArray(inputs['required']) && {
      required: inputs['required'].map((name) => (name === from ? to : name)),
    }),
  });
  const output = isJsonObject(document) ? document['output'] : undefined;
  return output === undefined
    ? renamed
    : setAt(renamed, ['output'], renameInTemplate(output, reads));
}

function renamedKey(object: Json | undefined, from: string, to: string): Json {
  const entries = isJsonObject(object) ? Object.entries(object) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key === from ? to : key, value]));
}

/** An edge with other ends. */
export function renameInEdge(edge: Json, renames: Renames): Json {
  if (!isJsonObject(edge)) return edge;
  const ends: JsonObject = {};
  for (const end of ['from', 'to']) {
    const id = edge[end];
    if (typeof id === 'string') ends[end] = newName(id, renames);
  }
  return { ...edge, ...ends };
}

function newName(id: string, renames: Renames): string {
  return Object.hasOwn(renames, id) ? renames[id]! : id;
}

function renameInTemplate(template: Json, reads: Reads): Json {
  if (typeof template === 'string') return renameInText(template, reads);
  if (Array.isArray(template)) return template.map((member) => renameInTemplate(member, reads));
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, member]) => [key, renameInTemplate(member, reads)]),
  );
}

function renameInText(text: string, reads: Reads): string {
  let parts;
  try {
    parts = scanTemplate(text);
  } catch {
    return text;
  }
  let at = 0;
  let result = '';
  for (const part of parts) {
    if ('text' in part) continue;
    const start = text.indexOf(part.source, part.start + 2);
    result += text.slice(at, start) + renameInExpression(part.source, reads);
    at = start + part.source.length;
  }
  return result + text.slice(at);
}

/** A text in quotes, or a root with what it names. */
const readPattern =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![\w.])((nodes|inputs)\s*\.\s*\??)([A-Za-z_]\w*)/g;

function renameInExpression(source: string, { root, renames }: Reads): string {
  return source.replaceAll(
    readPattern,
    (whole: string, lead?: string, read?: string, name?: string) =>
      lead === undefined || read !== root || name === undefined
        ? whole
        : lead + newName(name, renames),
  );
}
