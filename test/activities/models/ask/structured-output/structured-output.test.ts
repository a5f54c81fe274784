import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type {
  ModelAnswer,
  ModelCall,
  ModelCaller,
} from '../../../../../activities/models/model-caller.ts';
import { InvalidResponseSchema } from '../../../../../activities/models/ask/structured-output/response-check.ts';
import {
  AnswerDoesNotFit,
  withStructuredOutput,
} from '../../../../../activities/models/ask/structured-output/with-structured-output.ts';
import type { ChatDelta, ResponseFormat } from '../../../../../contracts/models/messages.ts';
import { noUsage } from '../../../../../contracts/models/messages.ts';

const signal = new AbortController().signal;

const decision: ResponseFormat = {
  name: 'decision',
  schema: {
    type: 'object',
    required: ['action'],
    properties: {
      action: { enum: ['buy', 'hold'] },
      size: { type: 'number', minimum: 0 },
      symbol: { type: 'string', pattern: '^[A-Z]+$' },
    },
    additionalProperties: false,
  },
};

function answer(text: string, more: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    text,
    toolCalls: [],
    finish: 'stop',
    usage: { ...noUsage, inputTokens: 10, outputTokens: 2 },
    model: 'openai:gpt-5.2',
    attempts: [{ model: 'openai:gpt-5.2', status: 'answered', durationMs: 1 }],
    costUsd: '0.1',
    ...more,
  };
}

function question(responseFormat?: ResponseFormat): ModelCall {
  return {
    caller: { callId: 'call-1', source: 'run', user: 'local', priority: 'normal', budgets: [] },
    chain: ['openai:gpt-5.2'],
    request: {
      messages: [{ role: 'user', text: 'Buy or hold?' }],
      tools: [],
      toolChoice: 'auto',
      ...(responseFormat !== undefined && { responseFormat }),
    },
  };
}

/** A model that gives these answers, one after the other, each in pieces of `size` characters. */
function scripted(answers: ModelAnswer[], size = 4) {
  const calls: ModelCall[] = [];
  const next = vi.fn<ModelCaller>(async (call, options) => {
    const given = answers[calls.length];
    if (!given) throw new Error('asked more often than expected');
    calls.push(call);
    for (let at = 0; at < given.text.length; at += size) {
      options.onDelta?.({ type: 'text-delta', text: given.text.slice(at, at + size) });
    }
    return given;
  });
  return { calls, next, ask: withStructuredOutput(next) };
}

/** What somebody sees who starts anew at each retry. */
function watcher() {
  const seen = { text: '', retries: 0 };
  return {
    seen,
    options: {
      signal,
      onDelta(delta: ChatDelta) {
        if (delta.type === 'text-delta') seen.text += delta.text;
      },
      onRetry() {
        seen.text = '';
        seen.retries += 1;
      },
    },
  };
}

test('An answer that fits passes as it is, asked once', async () => {
  const { ask, calls } = scripted([answer('{"action":"hold"}')]);
  const { seen, options } = watcher();
  expect(await ask(question(decision), options)).toEqual(answer('{"action":"hold"}'));
  expect(seen).toEqual({ text: '{"action":"hold"}', retries: 0 });
  expect(calls).toEqual([question(decision)]);
});

test.each([
  ['```json\n{"action":"hold"}\n```'],
  ['```\n{"action":"hold"}```'],
  ['Here it is:\n```json\n{"action":"hold"}\n```\nGood luck!'],
  ['My decision is {"action":"hold"}, as you see.'],
  ['  {"action":"hold"}\n'],
])('Of %j only the JSON is left, also of what is streamed', async (text) => {
  const { ask } = scripted([answer(text)]);
  const { seen, options } = watcher();
  expect((await ask(question(decision), options)).text).toBe('{"action":"hold"}');
  expect(seen.text).toBe('{"action":"hold"}');
});

test('An answer that does not fit is asked for once more, with its problems named', async () => {
  const wrong = '{"action":"sell","size":-1,"why":"x"}';
  const { ask, calls } = scripted([answer(wrong), answer('{"action":"buy"}', { costUsd: '0.25' })]);
  const { seen, options } = watcher();
  const result = await ask(question(decision), options);
  expect(result).toMatchObject({
    text: '{"action":"buy"}',
    costUsd: '0.35',
    usage: { inputTokens: 20, outputTokens: 4 },
    attempts: [{ status: 'answered' }, { status: 'answered' }],
  });
  expect(seen).toEqual({ text: '{"action":"buy"}', retries: 1 });
  expect(calls[1]?.caller.callId).toBe('call-1:repair');
  const [asked, said, complaint] = calls[1]?.request.messages ?? [];
  expect(asked).toEqual({ role: 'user', text: 'Buy or hold?' });
  expect(said).toMatchObject({ role: 'assistant', text: wrong });
  expect(complaint?.text).toContain(
    'action must be equal to one of the allowed values: ["buy","hold"]',
  );
  expect(complaint?.text).toContain('size must be >= 0');
  expect(complaint?.text).toContain('the answer must NOT have additional properties (why)');
});

test('A second wrong answer ends it, with its problems', async () => {
  const { ask } = scripted([answer('no'), answer('{"action":"sell"}')]);
  const error = await ask(question(decision), { signal }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AnswerDoesNotFit);
  expect(error).toMatchObject({
    problems: ['action must be equal to one of the allowed values: ["buy","hold"]'],
    message: expect.stringContaining('openai:gpt-5.2 answered twice'),
  });
});

test('The cost of both is unknown where one is', async () => {
  const { ask } = scripted([answer('no', { costUsd: null }), answer('{"action":"buy"}')]);
  expect((await ask(question(decision), { signal })).costUsd).toBeNull();
});

test('A cut answer is not asked for again: it would be cut again', async () => {
  const { ask, next } = scripted([answer('{"action":"b', { finish: 'length' })]);
  await expect(ask(question(decision), { signal })).rejects.toThrow(
    'cut off at the output token limit',
  );
  expect(next).toHaveBeenCalledTimes(1);
});

test('An answer that calls tools, or that was filtered, has no form to fit', async () => {
  const call = { id: 'call_1', name: 'get_price', args: {} };
  const calling = answer('Let me look.', { toolCalls: [call], finish: 'tool_calls' });
  const filtered = answer('', { finish: 'content_filter' });
  for (const given of [calling, filtered]) {
    const { seen, options } = watcher();
    expect(await scripted([given]).ask(question(decision), options)).toEqual(given);
    expect(seen.text).toBe(given.text);
  }
});

test('Any JSON object will do where no schema is given, and nothing else will', async () => {
  expect((await scripted([answer('{"a":1}')]).ask(question('json'), { signal })).text).toBe(
    '{"a":1}',
  );
  const list = scripted([answer('[1]'), answer('2')]);
  await expect(list.ask(question('json'), { signal })).rejects.toThrow('must be a JSON object');
});

test('Without a form, answers pass untouched', async () => {
  const { ask } = scripted([answer('```\ntext\n```')]);
  expect((await ask(question(), { signal })).text).toBe('```\ntext\n```');
});

test.each([
  [{ type: 'objekt' }, 'type'],
  [{ $ref: 'https://example.com/elsewhere.json' }, 'reference'],
  [{ type: 'string', pattern: '(' }, 'regular expression'],
])('A schema such as %j is refused before anything is sent', async (schema, reason) => {
  const { ask, next } = scripted([]);
  const asking = ask(question({ name: 'form', schema }), { signal });
  await expect(asking).rejects.toThrow(InvalidResponseSchema);
  await expect(asking).rejects.toThrow(reason);
  expect(next).not.toHaveBeenCalled();
});

test.each([
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2020-12/schema',
])('A schema of %s is read', async ($schema) => {
  const schema = {
    $schema,
    type: 'object',
    properties: { a: { $ref: '#/definitions/a' } },
    definitions: { a: { type: 'number' } },
  };
  const { ask } = scripted([answer('{"a":"x"}'), answer('{"a":1}')]);
  expect((await ask(question({ name: 'form', schema }), { signal })).text).toBe('{"a":1}');
});

test('A text must match its pattern', async () => {
  const { ask, calls } = scripted([
    answer('{"action":"buy","symbol":"spx"}'),
    answer('{"action":"buy","symbol":"SPX"}'),
  ]);
  await ask(question(decision), { signal });
  expect(calls[1]?.request.messages.at(-1)?.text).toContain('symbol must match pattern "^[A-Z]+$"');
});

test('A pattern that could run for ever ends, as one that does not match', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const endless = JSON.stringify({ a: `${'a'.repeat(50)}!` });
  const { ask } = scripted([answer(endless), answer('{"a":"aa"}')]);
  expect((await ask(question({ name: 'form', schema }), { signal })).text).toBe('{"a":"aa"}');
});

test('Where the provider keeps the conversation, the second question follows its answer', async () => {
  const { calls, next, ask } = scripted([
    answer('no', { responseId: 'resp_1' }),
    answer('{"action":"buy"}', { responseId: 'resp_2' }),
  ]);
  const onBegun = async () => {};
  const stored = { resumeResponseId: 'resp_1', previousResponseId: 'resp_0', onBegun };
  await ask(question(decision), { signal, stored });
  expect(calls[1]?.request.messages).toEqual([expect.objectContaining({ role: 'user' })]);
  expect(next.mock.calls[1]?.[1].stored).toEqual({ previousResponseId: 'resp_1', onBegun });
});

test('What is streamed is the text that counts, whatever stands around the JSON', async () => {
  const around = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '`', '.'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      around,
      around,
      fc.integer({ min: 1, max: 9 }),
      async (before, after, size) => {
        const { ask } = scripted([answer(`${before}{"action":"buy"}${after}`)], size);
        const { seen, options } = watcher();
        expect((await ask(question(decision), options)).text).toBe('{"action":"buy"}');
        expect(seen.text).toBe('{"action":"buy"}');
      },
    ),
  );
});
