import { beforeAll, describe, expect, test } from 'vitest';
import type { AssistantMessage, ChatMessage } from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../../../activities/models/provider.ts';
import {
  statelessBody,
  storedBody,
} from '../../../../activities/models/providers/responses/request.ts';
import { createOpenAICheck, descriptions } from './api-description.ts';
import { goldenRequests } from './golden-requests.ts';
import { getPrice, request } from '../requests.ts';

const model = 'gpt-5.2';

function body(changes: Partial<ChatRequest>) {
  return statelessBody(request({ model, ...changes })).body;
}

const thought = {
  text: 'I need the price.',
  opaque: { id: 'rs_1', encrypted_content: 'gAAAA' },
};
const commentary = { text: 'Looking it up.', opaque: { phase: 'commentary' } };
const lateThought = {
  text: '',
  opaque: { id: 'rs_2', encrypted_content: 'gBBBB', callsBefore: 1 },
};
const said: AssistantMessage = {
  role: 'assistant',
  text: '',
  model: 'openai:gpt-5.2',
  reasoning: [thought, commentary, lateThought],
  toolCalls: [
    { id: 'call_1', name: 'get_price', args: { symbol: 'SPX' } },
    { id: 'call_2', name: 'get_price', args: { symbol: 'NDX' } },
  ],
};
const results = said.toolCalls.map(({ id, name }): ChatMessage => ({
  role: 'tool',
  callId: id,
  name,
  text: '1',
  isError: false,
}));
const question: ChatMessage = { role: 'user', text: 'What are they at?' };

test('sends back what OpenAI thought and said in between, in its original place', () => {
  expect(body({ messages: [question, said, ...results] }).input).toEqual([
    { role: 'user', content: 'What are they at?' },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'I need the price.' }],
      encrypted_content: 'gAAAA',
    },
    { role: 'assistant', content: 'Looking it up.', phase: 'commentary' },
    { type: 'function_call', call_id: 'call_1', name: 'get_price', arguments: '{"symbol":"SPX"}' },
    { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'gBBBB' },
    { type: 'function_call', call_id: 'call_2', name: 'get_price', arguments: '{"symbol":"NDX"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '1' },
    { type: 'function_call_output', call_id: 'call_2', output: '1' },
  ]);
});

test('keeps the reasoning of another provider, and what cannot be given back, to itself', () => {
  const another = { ...said, model: 'anthropic:claude-sonnet-5' };
  const hidden = { ...said, reasoning: [{ text: 'A summary without its content.' }] };
  for (const message of [another, hidden]) {
    const types = body({ messages: [question, message, ...results] }).input as { type?: string }[];
    expect(types.map(({ type }) => type)).not.toContain('reasoning');
  }
});

test('leaves out an answer that was cut while it reasoned: OpenAI refuses reasoning alone', () => {
  const cut = { ...said, toolCalls: [] };
  expect(body({ messages: [question, cut, question] }).input).toEqual([
    { role: 'user', content: 'What are they at?' },
    { role: 'user', content: 'What are they at?' },
  ]);
});

test('marks a final answer as such again', () => {
  const final = {
    ...said,
    text: 'At 1.',
    toolCalls: [],
    reasoning: [{ text: '', opaque: { phase: 'final_answer' } }],
  };
  expect(body({ messages: [final] }).input).toEqual([
    { role: 'assistant', content: 'At 1.', phase: 'final_answer' },
  ]);
});

test('cuts long ids of calls the same for a call and its result', () => {
  const id = 'x'.repeat(100);
  const messages: ChatMessage[] = [
    { ...said, reasoning: [], toolCalls: [{ id, name: 'get_price', args: {} }] },
    { role: 'tool', callId: id, name: 'get_price', text: '1', isError: false },
  ];
  const [call, result] = body({ messages }).input as { call_id: string }[];
  expect(call!.call_id).toBe('x'.repeat(64));
  expect(result!.call_id).toBe(call!.call_id);
});

test.each<[string, Partial<ChatRequest>, boolean]>([
  ['that reason by themselves and take no other', { model: 'gpt-5' }, false],
  ['while they are asked to reason', { reasoningEffort: 'low' }, false],
  ['that are asked not to reason', { reasoningEffort: 'none' }, true],
  ['that do not reason', { model: 'gpt-4.1' }, true],
])('gives a temperature only to models that take it: those %s', (_, changes, isGiven) => {
  expect('temperature' in body({ temperature: 0, ...changes })).toBe(isGiven);
});

test('asks only models that reason for their reasoning', () => {
  expect(body({ model: 'o3' })).toMatchObject({
    reasoning: { summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  });
  for (const unreasoning of ['gpt-4.1', 'gpt-5-chat-latest', 'llama']) {
    expect(body({ model: unreasoning })).not.toHaveProperty('reasoning');
    expect(body({ model: unreasoning })).not.toHaveProperty('include');
  }
});

test('asks for the nearest effort that a model has', () => {
  expect(body({ model: 'o3', reasoningEffort: 'none' }).reasoning).toMatchObject({ effort: 'low' });
});

test('asks for no fewer tokens than OpenAI allows', () => {
  expect(body({ maximumOutputTokens: 1 }).max_output_tokens).toBe(16);
});

test('sends instructions that nothing follows as input, which OpenAI wants', () => {
  expect(body({ messages: [{ role: 'system', text: 'Say hello.' }] })).toMatchObject({
    input: [{ role: 'developer', content: 'Say hello.' }],
  });
});

test('speaks of JSON in the input where JSON is asked for, once', () => {
  const input = (text: string) =>
    body({ messages: [{ role: 'user', text }], responseFormat: 'json' });
  expect(input('Give me json.').input).toHaveLength(1);
  expect(input('Give me all.').input).toHaveLength(2);
});

const storedRequests: [string, Partial<ChatRequest>][] = [
  ['reasoning given back', { messages: [question, said, ...results], tools: [getPrice] }],
  ...Object.entries(goldenRequests).map(([name, make]): [string, Partial<ChatRequest>] => [
    name,
    make(`openai:${model}`),
  ]),
];

describe.skipIf(!descriptions)(
  "bodies fit OpenAI's published description (skipped unless API_DESCRIPTIONS names its folder)",
  () => {
    let problems: Awaited<ReturnType<typeof createOpenAICheck>>;
    beforeAll(async () => {
      problems = await createOpenAICheck('CreateResponse');
    });

    test.each(storedRequests)('%s', (_, changes) => {
      const asked = request({ model, ...changes });
      expect(problems({ ...statelessBody(asked).body, stream: true })).toEqual([]);
      expect(problems({ ...storedBody(asked, 'resp_1').body, stream: true })).toEqual([]);
    });

    test('and the description refuses what is wrong', () => {
      const { input } = body({ messages: [question, said, ...results] });
      const withoutId = (input as object[]).map((item) => ({ ...item, call_id: undefined, id: 1 }));
      expect(problems({ model, input: withoutId })).not.toEqual([]);
      expect(problems({ model, max_output_tokens: 1 })).not.toEqual([]);
    });
  },
);
