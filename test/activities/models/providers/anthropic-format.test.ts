import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../../contracts/base/json.ts';
import { anthropicRequest } from '../../../../activities/models/providers/anthropic/request.ts';
import { request } from '../requests.ts';

const report: JsonSchema = {
  type: 'object',
  required: ['summary', 'action'],
  properties: {
    summary: { type: 'string', minLength: 1, description: 'In short.' },
    action: { oneOf: [{ const: 'buy' }, { const: 'sell' }] },
    stop: { type: ['number', 'null'], exclusiveMinimum: 0 },
    notes: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
  },
};

function written(schema: JsonSchema, model = 'claude-sonnet-5') {
  const body = anthropicRequest(
    request({ model, responseFormat: { name: 'report', schema } }),
  ).body;
  return { format: body.output_config?.format, system: JSON.stringify(body.system) };
}

describe('the form of an answer', () => {
  test('is native, with closed objects and what is not understood in words', () => {
    const { format, system } = written(report);
    expect(format).toEqual({
      type: 'json_schema',
      schema: {
        type: 'object',
        required: ['summary', 'action'],
        additionalProperties: false,
        properties: {
          summary: { type: 'string', description: 'In short. JSON Schema: {"minLength":1}' },
          action: { anyOf: [{ const: 'buy' }, { const: 'sell' }] },
          stop: { type: ['number', 'null'], description: 'JSON Schema: {"exclusiveMinimum":0}' },
          notes: {
            type: 'array',
            items: {
              type: 'object',
              properties: { text: { type: 'string' } },
              additionalProperties: false,
            },
          },
        },
      },
    });
    expect(system).not.toContain('JSON');
  });

  test.each<[string, JsonSchema]>([
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }],
    ['an open object', { type: 'object' }],
    ['a reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: {} }],
    ['a value of any kind', { type: 'object', properties: { a: {} } }],
    ['a list', { type: 'array', items: { type: 'string' } }],
    [
      'more options than the API takes',
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 25 }, (_, index) => [`p${index}`, { type: 'string' }]),
        ),
      },
    ],
  ])('is asked for in words where the schema holds %s', (_, schema) => {
    const { format, system } = written(schema);
    expect(format).toBeUndefined();
    expect(system).toContain('fits this JSON Schema');
  });

  test('is asked for in words of a model that knows no format, and where it is any object', () => {
    expect(written(report, 'claude-opus-4-1')).toMatchObject({
      format: undefined,
      system: expect.stringContaining('exclusiveMinimum'),
    });
    const any = anthropicRequest(
      request({ model: 'claude-sonnet-5', responseFormat: 'json' }),
    ).body;
    expect(JSON.stringify(any.system)).toContain('JSON');
    expect(any).not.toHaveProperty('output_config');
  });
});
