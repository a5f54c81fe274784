import { isJsonObject } from '../../base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../base/json.ts';

/** A schema whose definitions refer to each other many times over would grow without end. */
const mostParts = 5_000;

/**
 * A schema with what its `$ref`s name in their places, for providers that do not follow them. What holds itself is told
 * in words where it begins again.
 * @returns `isWhole` false where something is only told in words; the schema as it is where it would become too large.
 */
export function inlineReferences(root: JsonSchema): { schema: JsonSchema; isWhole: boolean } {
  let parts = 0;
  let isWhole = true;

  function inline(value: Json, within: readonly string[]): Json {
    parts += 1;
    if (parts > mostParts) return value;
    if (Array.isArray(value)) return value.map((member) => inline(member, within));
    if (!isJsonObject(value)) return value;
    const { $ref: reference, $defs: _defs, definitions: _definitions, ...rest } = value;
    if (typeof reference !== 'string') return inlineMembers(rest, within);
    const target = lookUp(root, reference);
    const beside = inlineMembers(rest, within);
    if (!isJsonObject(target) || within.includes(reference)) {
      isWhole = false;
      const name = reference.split('/').at(-1) ?? reference;
      const type = isJsonObject(target) && typeof target['type'] === 'string' && target['type'];
      return { ...(type && { type }), description: `Again as ${name}`, ...beside };
    }
    const meant = inline(target, [...within, reference]);
    return { ...(isJsonObject(meant) ? meant : {}), ...beside };
  }

  function inlineMembers(members: JsonObject, within: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        literal.has(name) ? member : inlineWithin(name, member, within),
      ]),
    );
  }

  /** Properties may have any name, those of keywords too. */
  function inlineWithin(name: string, member: Json, within: readonly string[]): Json {
    if (!byName.has(name) || !isJsonObject(member)) return inline(member, within);
    return Object.fromEntries(
      Object.entries(member).map(([key, schema]) => [key, inline(schema, within)]),
    );
  }

  const schema = inline(root, ['#']);
  if (parts > mostParts || !isJsonObject(schema)) return { schema: root, isWhole: false };
  return { schema, isWhole };
}

/** Keywords that hold values, not schemas. */
const literal = new Set(['enum', 'const', 'default', 'examples']);

/** Keywords that hold schemas by names. */
const byName = new Set(['properties', 'patternProperties']);

/** What a pointer into the schema itself names; undefined for any other. */
function lookUp(root: JsonSchema, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference.slice(1).split('/').slice(1);
  return steps.reduce<Json | undefined>((node, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) return node[Number(name)];
    return isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }, root);
}
