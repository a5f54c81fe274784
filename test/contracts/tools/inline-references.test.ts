import { describe, expect, it } from 'vitest';
import { inlineReferences } from '../../../contracts/tools/definitions/inline-references.ts';
import { toAnthropicTool, toGeminiFunction } from '../../../contracts/tools/definitions/index.ts';
import type { JsonSchema } from '../../../contracts/base/json.ts';

const leg = {
  type: 'object',
  properties: { symbol: { $ref: '#/$defs/symbol' }, side: { enum: ['buy', 'sell'] } },
};
const order: JsonSchema = {
  type: 'object',
  properties: {
    legs: { type: 'array', items: { $ref: '#/$defs/leg' } },
    first: { $ref: '#/$defs/leg', description: 'The first' },
    $defs: { type: 'string' },
  },
  $defs: { leg, symbol: { type: 'string', minLength: 1 } },
};
const inlined = {
  type: 'object',
  properties: { symbol: { type: 'string', minLength: 1 }, side: { enum: ['buy', 'sell'] } },
};

describe('references in a schema', () => {
  it('become what they name, with what is said beside them', () => {
    expect(inlineReferences(order)).toEqual({
      isWhole: true,
      schema: {
        type: 'object',
        properties: {
          legs: { type: 'array', items: inlined },
          first: { ...inlined, description: 'The first' },
          $defs: { type: 'string' },
        },
      },
    });
  });

  it.each([
    [{ $ref: '#/definitions/a~1b' }, { definitions: { 'a/b': { type: 'number' } } }],
    [{ $ref: '#/properties/other' }, { properties: { other: { type: 'number' } } }],
  ])('are found wherever they point: %j', (reference, more) => {
    const { properties, ...rest } = { properties: {}, ...more };
    const given = { type: 'object', ...rest, properties: { ...properties, it: reference } };
    const { schema } = inlineReferences(given as JsonSchema);
    expect(schema).toMatchObject({ properties: { it: { type: 'number' } } });
  });

  it('to what holds them are told in words', () => {
    const node: JsonSchema = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
    };
    expect(inlineReferences(node)).toEqual({
      isWhole: false,
      schema: {
        type: 'object',
        properties: {
          children: { type: 'array', items: { type: 'object', description: 'Again as #' } },
        },
      },
    });
  });

  it('that would grow without end leave the schema as it is', () => {
    const names = Array.from({ length: 30 }, (_, index) => index);
    const $defs = Object.fromEntries(
      names.map((index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { type: 'object', properties: { a: next, b: next } }];
      }),
    );
    const given: JsonSchema = { $ref: '#/$defs/d0', $defs };
    expect(inlineReferences(given)).toEqual({ schema: given, isWhole: false });
  });

  it('reach neither Anthropic nor Gemini', () => {
    const tool = { name: 'order', description: '', parameters: order };
    for (const written of [toAnthropicTool(tool), toGeminiFunction(tool)]) {
      expect(JSON.stringify(written)).not.toContain('$ref');
      expect(JSON.stringify(written)).toContain('"enum":["buy","sell"]');
    }
  });
});
