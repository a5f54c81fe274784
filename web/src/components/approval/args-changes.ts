import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../../contracts/base/json.ts';
import { propertiesOf } from '../../../../contracts/values/json-schema.ts';
import { words } from '../values/words.ts';

/** An argument that was not approved as it was asked for; null where it is not given. */
export type ArgumentChange = {
  name: string;
  /** Its title, or its name in words. */
  label: string;
  from: Json;
  to: Json;
};

const isSame = (one: Json | undefined, other: Json | undefined) =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null);

const namesOf = (...values: JsonObject[]) => [...new Set(values.flatMap(Object.keys))];

/**
 * What a person changed of the arguments of a call. A default that a form filled in is no change.
 * @param parameters of the tool, as far as they are known: they say what its defaults are, and what it calls them.
 */
export function changesOf(
  asked: Json,
  approved: Json,
  parameters: JsonSchema = {},
): ArgumentChange[] {
  const before = isJsonObject(asked) ? asked : {};
  const after = isJsonObject(approved) ? approved : {};
  const properties = propertiesOf(parameters);
  const valueOf = (values: JsonObject, name: string): Json => {
    const property = properties[name];
    const fallback = isJsonObject(property) ? property['default'] : undefined;
    return values[name] ?? fallback ?? null;
  };
  return namesOf(before, after)
    .filter((name) => !isSame(valueOf(before, name), valueOf(after, name)))
    .map((name) => ({
      name,
      label: labelOf(name, properties[name]),
      from: before[name] ?? null,
      to: after[name] ?? null,
    }));
}

function labelOf(name: string, property: Json | undefined): string {
  const title = isJsonObject(property) ? property['title'] : undefined;
  return typeof title === 'string' ? title : words(name);
}

/**
 * The arguments that were asked for, with what differs between two states of a form; what is left empty is left out.
 * @returns undefined where nothing differs.
 */
export function withChanges(
  asked: JsonObject,
  { before, after }: { before: JsonObject; after: JsonObject },
): JsonObject | undefined {
  const changed = namesOf(before, after).filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const kept = Object.entries(asked).filter(([name]) => !changed.includes(name));
  const given = changed.flatMap((name) => {
    const value = after[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...kept, ...given]);
}
