import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { freeId } from '../free-id.ts';
import { listIn, nodeIn, portNames } from '../raw.ts';
import { setAt } from '../set-at.ts';
import { portOf } from './edges.ts';
import { setInNode } from './nodes.ts';

/** A case of a switch, of which only the port is known to be there. */
export type SwitchCase = JsonObject & { port: string };

/** The cases of a switch; undefined where they are not written as such. */
export function casesOf(value: Json | undefined): SwitchCase[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(isCase) ? value : undefined;
}

const isCase = (value: Json): value is SwitchCase =>
  isJsonObject(value) && typeof value['port'] === 'string';

/** Adds a case: one that is compared with the value of the switch where it has one, else one with a condition. */
export function addCase(document: Json, id: string): Json {
  const node = nodeIn(document, id);
  const cases = casesOf(node?.['cases']) ?? [];
  const port = freeId('case', new Set([...portNames(node), 'error']));
  const added: SwitchCase = node?.['value'] === undefined ? { port, when: '' } : { port };
  return setInNode(document, id, ['cases'], [...cases, added]);
}

/** Gives the port of a case another name, which the edges that leave through it have too. */
export function renameCase(document: Json, id: string, from: string, to: string): Json {
  const cases = (casesOf(nodeIn(document, id)?.['cases']) ?? []).map((one) =>
    one.port === from ? { ...one, port: to } : one,
  );
  const edges = listIn(document, 'edges').map((edge) =>
    leavesThrough(document, edge, id, from) ? { ...(edge as JsonObject), port: to } : edge,
  );
  return setAt(setInNode(document, id, ['cases'], cases), ['edges'], edges);
}

/** Removes a case, with the edges that leave through its port where no other has that. */
export function removeCase(document: Json, id: string, at: number): Json {
  const before = casesOf(nodeIn(document, id)?.['cases']) ?? [];
  const port = before[at]?.port;
  const cases = before.toSpliced(at, 1);
  const isShared = cases.some((one) => one.port === port);
  const edges = listIn(document, 'edges').filter(
    (edge) => isShared || port === undefined || !leavesThrough(document, edge, id, port),
  );
  return setAt(setInNode(document, id, ['cases'], cases), ['edges'], edges);
}

function leavesThrough(document: Json, edge: Json, id: string, port: string): boolean {
  return isJsonObject(edge) && edge['from'] === id && portOf(document, edge) === port;
}
