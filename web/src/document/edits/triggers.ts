import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { triggerKinds } from '../../../../contracts/pipelines/triggers/index.ts';
import type { TriggerKindName } from '../../../../contracts/pipelines/triggers/kinds.ts';
import { freeId } from '../free-id.ts';
import { idOf, listIn, objectIn, takenIds } from '../raw.ts';
import { setAt } from '../set-at.ts';
import { placeNodes } from './nodes.ts';
import type { Place } from './nodes.ts';

/** A trigger as it is when it is added: the example of its kind, with an id of its own. */
export function newTrigger(document: Json, kind: TriggerKindName): JsonObject {
  return { ...(triggerKinds[kind].example as JsonObject), id: freeId(kind, takenIds(document)) };
}

/** Adds a trigger. @param place left out, it is drawn beside where runs begin. */
export function addTrigger(document: Json, trigger: JsonObject, place?: Place): Json {
  const added = setAt(document, ['triggers'], [...listIn(document, 'triggers'), trigger]);
  return place ? placeNodes(added, { [String(trigger['id'])]: place }) : added;
}

/** Removes triggers with their places. */
export function removeTriggers(document: Json, ids: readonly string[]): Json {
  const triggers = listIn(document, 'triggers');
  const left = triggers.filter((each) => !ids.includes(idOf(each) ?? ''));
  if (left.length === triggers.length) return document;
  return setAt(
    withPlaces(document, ids, () => undefined),
    ['triggers'],
    listOrNone(left),
  );
}

/** Sets a field of a trigger, or takes it away. */
export function setInTrigger(
  document: Json,
  id: string,
  field: string,
  value: Json | undefined,
): Json {
  const at = listIn(document, 'triggers').findIndex((each) => idOf(each) === id);
  return at < 0 ? document : setAt(document, ['triggers', at, field], value);
}

/** Gives a trigger another id; nothing else names it. */
export function renameTrigger(document: Json, from: string, to: string): Json {
  return setInTrigger(
    withPlaces(document, [from], () => to),
    from,
    'id',
    to,
  );
}

/** The document with the places of some ids under other ids, or without them. */
function withPlaces(
  document: Json,
  ids: readonly string[],
  rename: (id: string) => string | undefined,
): Json {
  const layout = objectIn(document, 'layout');
  if (!isJsonObject(document) || !ids.some((id) => Object.hasOwn(layout, id))) return document;
  const kept = Object.entries(layout).flatMap(([id, place]) => {
    const name = ids.includes(id) ? rename(id) : id;
    return name === undefined ? [] : [[name, place] as const];
  });
  return setAt(document, ['layout'], Object.fromEntries(kept));
}

const listOrNone = (list: Json[]): Json | undefined => (list.length > 0 ? list : undefined);
