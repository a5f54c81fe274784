import { describe, expect, test } from 'vitest';
import { createDemoProvider } from '../../../../activities/models/providers/demo.ts';
import { answerByRule } from '../../../../activities/trading/demo/index.ts';
import type { JsonSchema } from '../../../../contracts/base/json.ts';
import { checkValue } from '../../../../contracts/values/json-schema.ts';
import { outputFormOf } from '../../../../contracts/agents/outputs.ts';
import { never, request } from '../../models/requests.ts';

const object = (properties: JsonSchema, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

const task = { role: 'user', text: 'Compare the symbol SPX.' } as const;

/** What the demo model delivers for an agent whose result has a form; undefined where it delivers none. */
async function delivered(schema: JsonSchema) {
  const { submit_result: form } = outputFormOf(schema).variants;
  const tools = [{ name: 'submit_result', description: form!.description, parameters: schema }];
  const { toolCalls } = await createDemoProvider(answerByRule).chat(
    request({ messages: [task], tools, toolChoice: 'auto' }),
    never,
  );
  return toolCalls[0]?.args;
}

describe('a form of the user that the demo model fills', () => {
  test.each<[string, JsonSchema]>([
    ['texts', object({ stronger: text, why: text })],
    ['short texts', object({ why: { type: 'string', maxLength: 30 } })],
    ['figures', object({ why: text, score: { type: 'number', minimum: 1, maximum: 5 } })],
    [
      'bounds that are not met',
      object({ why: text, rate: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 } }),
    ],
    ['whole figures', object({ why: text, count: { type: 'integer', multipleOf: 5, minimum: 5 } })],
    ['choices', object({ why: text, action: { enum: ['buy', 'sell', 'hold'] } })],
    ['lists', object({ why: text, points: { type: 'array', items: text, minItems: 2 } })],
    [
      'forms within',
      object({ why: text, detail: object({ symbol: text, sure: { type: 'boolean' } }) }),
    ],
    [
      'alternatives',
      object({ why: text, price: { anyOf: [{ type: 'number' }, { type: 'null' }] } }),
    ],
    ['what may be left out', object({ why: text, when: { type: 'string', format: 'date' } }, [])],
  ])('with %s fits, and says whose it is', async (_name, schema) => {
    const args = await delivered(schema);
    expect(checkValue(schema, args, []).problems).toEqual([]);
    expect(JSON.stringify(args)).toContain('Demo model');
  });

  test('tells what it does not know: null, or the neutral choice, and no figure of its own', async () => {
    const schema = object({
      why: text,
      symbol: text,
      action: { enum: ['buy', 'sell', 'hold'] },
      target: { type: ['number', 'null'] },
    });
    expect(await delivered(schema)).toEqual({
      why: expect.stringMatching(/^Demo model, no LLM\. Report on SPX/),
      symbol: 'SPX',
      action: 'hold',
      target: null,
    });
  });

  test.each<[string, JsonSchema]>([
    ['nowhere to say whose it is', object({ score: { type: 'number' } })],
    [
      'a text that it does not know',
      object({ id: { type: 'string', pattern: '^[A-Z]{3}-\\d+$' }, why: text }),
    ],
  ])('is not filled where it has %s', async (_name, schema) => {
    expect(await delivered(schema)).toBeUndefined();
  });

  test('is the text of an answer that is to be JSON', async () => {
    const schema = object({ why: text, score: { type: 'number' } });
    const ask = async (responseFormat: 'json' | { name: string; schema: JsonSchema }) => {
      const answer = await createDemoProvider(answerByRule).chat(
        request({ messages: [task], responseFormat }),
        never,
      );
      return JSON.parse(answer.text) as unknown;
    };
    expect(await ask({ name: 'view', schema })).toEqual({
      why: expect.stringMatching(/^Demo model/),
      score: 0,
    });
    expect(await ask('json')).toEqual({ report: expect.stringMatching(/^Demo model/) });
  });
});
