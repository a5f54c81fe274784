import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../../contracts/base/json.ts';
import { toolFormatNames, toolFormats } from '../../../contracts/tools/definitions/index.ts';
import { objectRoot } from '../../../contracts/tools/definitions/object-root.ts';
import { outputForms } from '../../../contracts/trading/outputs.ts';

const schemaOf = (parameters: z.ZodType) =>
  z.toJSONSchema(parameters, { io: 'input' }) as JsonSchema;
const choice = schemaOf(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('call'),
      to: z.string(),
      at: z.object({ side: z.literal('left') }),
    }),
    z.object({
      kind: z.literal('wait'),
      at: z.object({ side: z.literal('right'), why: z.string() }),
    }),
    z.object({ kind: z.literal('stop'), to: z.never().optional(), note: z.string() }),
  ]),
);

test('a choice between objects becomes one object with the fields of all', () => {
  expect(objectRoot(choice)).toMatchObject({
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: ['call', 'wait', 'stop'] },
      to: { type: 'string' },
      at: {
        type: 'object',
        required: ['side'],
        properties: { side: { enum: ['left', 'right'] }, why: { type: 'string' } },
      },
      note: { type: 'string' },
    },
    description:
      'Either kind "call" with to, at; or kind "wait" with at; or kind "stop" with note.',
  });
});

test('a choice behind a reference is read where it stands', () => {
  const { oneOf, ...rest } = choice;
  const [first, ...others] = oneOf as JsonSchema[];
  const named = { ...rest, $defs: { Call: first! }, oneOf: [{ $ref: '#/$defs/Call' }, ...others] };
  expect(objectRoot(named)).toMatchObject({ properties: { to: { type: 'string' } } });
});

test('what is no choice between objects is told in words', () => {
  const given: JsonSchema = {
    type: 'object',
    properties: { a: {} },
    anyOf: [{ required: ['a'] }, {}],
  };
  expect(objectRoot(given)).toStrictEqual({
    type: 'object',
    properties: { a: {} },
    description: 'JSON Schema: {"oneOf":[{"required":["a"]},{}]}',
  });
});

test('an object without a choice stays as it is', () => {
  const plain = { type: 'object', properties: { a: { anyOf: [{ type: 'null' }] } } };
  expect(objectRoot(plain)).toBe(plain);
});

describe.each(toolFormatNames)('a choice as parameters in the format %s', (format) => {
  test.each(Object.entries(outputForms))('has an object at the root: %s', (_form, { variants }) => {
    for (const [name, { description, parameters }] of Object.entries(variants)) {
      const [written] = toolFormats[format]([
        { name, description, parameters: schemaOf(parameters) },
      ]);
      const root = rootOf(written);
      expect(root).toMatchObject({ type: 'object', properties: expect.any(Object) });
      expect(Object.keys(root)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(oneOf|anyOf|allOf|enum|not)$/)]),
      );
    }
  });
});

/** The schema of a tool, wherever a format has it. */
function rootOf(written: unknown): JsonSchema {
  const tool = JSON.stringify(written);
  const [, text] = /"(?:parameters|input_schema|parametersJsonSchema)":(\{.*)$/.exec(tool) ?? [];
  for (let end = text!.length; end > 0; end -= 1) {
    try {
      return JSON.parse(text!.slice(0, end)) as JsonSchema;
    } catch {
      // The rest belongs to what is around it.
    }
  }
  throw new Error('no schema');
}
