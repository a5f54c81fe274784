import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonSchema } from '../../../../contracts/base/json.ts';
import type {
  ChatMessage,
  Reasoning,
  ReasoningEffort,
} from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../../../activities/models/provider.ts';
import { geminiRequest } from '../../../../activities/models/providers/gemini/request.ts';
import { golden } from './golden.ts';
import { startMockServer } from '../mock-server.ts';
import { conversationWithImages, getPortfolio, getPrice, never, request } from '../requests.ts';
import { apiKey } from './wires/api-key.ts';
import { gemini } from './wires/gemini.ts';

afterEach(() => void vi.unstubAllEnvs());

/** The conversation as Gemini had it, with images, thoughts and signatures. */
function ownConversation(): ChatMessage[] {
  return conversationWithImages.map((message): ChatMessage => {
    if (message.role !== 'assistant') return message;
    const reasoning: Reasoning[] = [
      { text: 'A summary for people.' },
      { text: 'I need the price.', opaque: { thoughtSignature: 'dGhvdWdodA==' } },
      { text: '', opaque: { textSignature: 'dGV4dA==' } },
    ];
    const toolCalls = message.toolCalls.map((call, index) =>
      index === 0 ? { ...call, signature: 'Y2FsbA==' } : call,
    );
    return { ...message, text: 'Looking.', toolCalls, reasoning, model: 'gemini:gemini-3-pro' };
  });
}

function written(changes: Partial<ChatRequest>) {
  const asked = request({ model: 'gemini-3.6-flash', ...changes });
  return geminiRequest(asked, never.signal).parameters;
}

test('sends a conversation with images, signatures and parallel calls as Gemini documents it', async () => {
  const server = await startMockServer({ body: gemini.answer({ text: 'ok' }) });
  const asked = request({
    model: 'gemini-3.6-flash',
    messages: ownConversation(),
    tools: [getPrice, getPortfolio],
    maximumOutputTokens: 500,
    temperature: 0.2,
    reasoningEffort: 'medium',
  });
  await gemini.create(server.url).chat(asked, never);
  const { body, headers } = server.received[0]!;
  expect(headers['x-goog-api-key']).toBe(apiKey);
  expect(body).toEqual(await golden('gemini-agent-turn', body));
});

test('takes nothing from the environment', async () => {
  const server = await startMockServer({ body: gemini.answer({ text: 'ok' }) });
  const variables = {
    GOOGLE_API_KEY: 'other-key',
    GEMINI_API_KEY: 'other-key',
    GOOGLE_GENAI_USE_VERTEXAI: 'true',
    GOOGLE_GENAI_USE_ENTERPRISE: 'true',
    GOOGLE_CLOUD_PROJECT: 'project',
    GOOGLE_CLOUD_LOCATION: 'somewhere',
    GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9',
    GOOGLE_GENAI_API_VERSION: 'v9',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await gemini.create(server.url).chat(request({ model: gemini.model }), never);
  expect(server.received[0]).toMatchObject({
    path: gemini.path.whole,
    headers: { 'x-goog-api-key': apiKey },
  });
});

test('puts as many results as calls right after them, whatever was said before they came', () => {
  const calls = ['a', 'b'].map((id) => ({ id, name: 'get_price', args: {} }));
  const result = (callId: string): ChatMessage => ({
    role: 'tool',
    callId,
    name: 'get_price',
    text: callId,
    isError: false,
  });
  const { contents } = written({
    messages: [
      { role: 'user', text: 'Look.' },
      { role: 'assistant', text: '', toolCalls: calls },
      result('a'),
      { role: 'user', text: 'Hurry.' },
      result('b'),
    ],
  });
  expect(contents).toMatchObject([
    { role: 'user', parts: [{ text: 'Look.' }] },
    { role: 'model', parts: [{ functionCall: { id: 'a' } }, { functionCall: { id: 'b' } }] },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'a' } }, { functionResponse: { id: 'b' } }],
    },
    { role: 'user', parts: [{ text: 'Hurry.' }] },
  ]);
});

describe('the proof of thoughts before a call', () => {
  const signatures = (model: string, messages: ChatMessage[]) =>
    JSON.stringify(written({ model, messages }).contents).match(/"thoughtSignature":"[^"]*"/g) ??
    [];

  test('is a stand-in on the first call of a turn that another model wrote', () => {
    const ofOthers = ownConversation().map((message): ChatMessage => {
      return message.role === 'assistant' ? { ...message, model: 'openai:gpt-5.2' } : message;
    });
    expect(signatures('gemini-3.6-flash', ofOthers)).toEqual([
      '"thoughtSignature":"skip_thought_signature_validator"',
    ]);
    expect(signatures('gemini-2.5-flash', ofOthers)).toEqual([]);
  });
});

describe('the choice of tools', () => {
  test.each([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
    [{ tool: 'get_price' }, { mode: 'ANY', allowedFunctionNames: ['get_price'] }],
  ] as const)('%o has the names of Gemini', (toolChoice, functionCallingConfig) => {
    const { config } = written({ tools: [getPrice], toolChoice });
    expect(config!.toolConfig).toEqual({ functionCallingConfig });
  });

  test('is not sent without tools', () => {
    expect(written({ toolChoice: 'required' }).config).not.toHaveProperty('toolConfig');
  });
});

describe('thinking', () => {
  test.each<[string, ReasoningEffort | undefined, object | undefined]>([
    ['gemini-3.8-flash', undefined, { includeThoughts: true }],
    ['gemini-3.8-flash', 'medium', { includeThoughts: true, thinkingLevel: 'MEDIUM' }],
    ['gemini-3.8-flash', 'none', { includeThoughts: false, thinkingLevel: 'LOW' }],
    ['gemini-3.6-flash', 'none', { includeThoughts: false, thinkingLevel: 'MINIMAL' }],
    ['gemini-3-pro-preview', 'medium', { includeThoughts: true, thinkingLevel: 'HIGH' }],
    ['gemini-4-hydrogen', 'low', { includeThoughts: true, thinkingLevel: 'LOW' }],
    ['gemini-2.5-flash', 'none', { includeThoughts: false, thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'none', { includeThoughts: false, thinkingBudget: 128 }],
    ['gemini-2.5-pro', 'high', { includeThoughts: true, thinkingBudget: 24_576 }],
    ['gemma-3-27b-it', 'high', undefined],
  ])('of %s with effort %s is told in the way of the model', (model, effort, expected) => {
    const changes = effort ? { reasoningEffort: effort } : {};
    expect(written({ model, ...changes }).config!.thinkingConfig).toEqual(expected);
  });
});

const schema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { const: 'report' },
    stop: { type: ['number', 'null'], exclusiveMinimum: 0 },
    name: { type: 'string', pattern: '^[A-Z]+$', description: 'Upper case.' },
    open: { const: true },
  },
};

const subset = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { type: 'string', enum: ['report'] },
    stop: { type: ['number', 'null'], description: 'JSON Schema: {"exclusiveMinimum":0}' },
    name: { type: 'string', description: 'Upper case. JSON Schema: {"pattern":"^[A-Z]+$"}' },
    open: { description: 'JSON Schema: {"const":true}' },
  },
};

describe('a schema', () => {
  test('of a tool keeps what Gemini reads as JSON Schema, and says the rest in words', () => {
    const { config } = written({ tools: [{ ...getPrice, parameters: schema }] });
    expect(config!.tools).toMatchObject([
      { functionDeclarations: [{ name: 'get_price', parametersJsonSchema: subset }] },
    ]);
  });

  test('of the answer is native, beside tools only for models that take both', () => {
    const responseFormat = { name: 'report', schema };
    const native = { responseMimeType: 'application/json', responseJsonSchema: subset };
    const tools = [getPrice];
    expect(written({ responseFormat }).config).toMatchObject(native);
    expect(written({ responseFormat, tools }).config).toMatchObject(native);
    const older = written({ model: 'gemini-2.5-flash', responseFormat, tools }).config!;
    expect(older).not.toHaveProperty('responseMimeType');
    expect(older.systemInstruction).toContain('exclusiveMinimum');
  });

  test('is not needed for an answer that is any object', () => {
    const { config } = written({ responseFormat: 'json' });
    expect(config).toMatchObject({ responseMimeType: 'application/json' });
    expect(config).not.toHaveProperty('responseJsonSchema');
  });
});
