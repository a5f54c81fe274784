import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonSchema } from '../../../../contracts/base/json.ts';
import { schemaSubset } from '../../../../contracts/tools/definitions/schema-subset.ts';

const understood = new Set(['type', 'description', 'properties', 'items', 'anyOf']);

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.record(
    {
      type: fc.constantFrom('object', 'string', 'array'),
      description: fc.constantFrom('Said.', ''),
      minLength: fc.nat(),
      const: fc.string(),
      $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
      not: fc.constant({ type: 'null' }),
      properties: fc.dictionary(fc.constantFrom('a', 'minLength', 'type'), tie('schema'), {
        maxKeys: 2,
        depthIdentifier: 'schema',
      }),
      items: fc.option(tie('schema'), { nil: true, depthIdentifier: 'schema' }),
      anyOf: fc.array(tie('schema'), { maxLength: 2, depthIdentifier: 'schema' }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonSchema>,
}));

/** Every schema in a schema, itself first. */
function levels(level: Json | undefined): JsonSchema[] {
  if (!isJsonObject(level)) return [];
  const { properties = {}, items, anyOf = [] } = level;
  const inner = isJsonObject(properties) ? Object.values(properties) : [];
  return [level, ...[...inner, items, ...(anyOf as Json[])].flatMap(levels)];
}

test('keeps the understood keywords of every level, and puts the others into words there', () => {
  fc.assert(
    fc.property(schema, (given) => {
      const before = levels(given);
      const after = levels(schemaSubset(given, understood));
      expect(after).toHaveLength(before.length);
      for (const [index, level] of after.entries()) {
        const { minLength, type } = before[index]!;
        expect(Object.keys(level).filter((keyword) => !understood.has(keyword))).toEqual([]);
        expect(level['type']).toEqual(type);
        if (minLength !== undefined) {
          expect(level['description']).toContain(`"minLength":${String(minLength)}`);
        }
      }
    }),
  );
});
