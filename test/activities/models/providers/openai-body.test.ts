import { expect, test } from 'vitest';
import { startMockServer } from '../mock-server.ts';
import { conversation, getPortfolio, getPrice, never, request } from '../requests.ts';
import { apiKey } from './wires/api-key.ts';
import { wireNamed } from './wires/index.ts';

async function sent(name: 'openai' | 'ollama' | 'kimi', changes: Parameters<typeof request>[0]) {
  const wire = wireNamed(name);
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  await wire.create(server.url).chat(request(changes), never);
  return server.received[0]!;
}

test('sends a conversation with parallel calls as Chat Completions documents it', async () => {
  const { body, headers } = await sent('openai', {
    model: 'gpt-5.2',
    messages: conversation,
    tools: [getPrice, getPortfolio],
    toolChoice: 'required',
    maximumOutputTokens: 500,
    temperature: 0.2,
  });
  expect(headers.authorization).toBe(`Bearer ${apiKey}`);
  expect(body).toEqual({
    model: 'gpt-5.2',
    max_completion_tokens: 500,
    temperature: 0.2,
    tool_choice: 'required',
    tools: [getPrice, getPortfolio].map((tool) => ({ type: 'function', function: tool })),
    messages: [
      { role: 'system', content: 'You are a trader.' },
      { role: 'user', content: 'Look at SPX.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'get_price', arguments: '{"symbol":"SPX"}' },
          },
          { id: 'call_2', type: 'function', function: { name: 'get_portfolio', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"price":1}' },
      { role: 'tool', tool_call_id: 'call_2', content: 'no account' },
      { role: 'user', content: 'Decide.' },
    ],
  });
});

test('forces one tool by its name, and sends no choice without tools', async () => {
  const forced = await sent('openai', { tools: [getPrice], toolChoice: { tool: 'get_price' } });
  expect(forced.body['tool_choice']).toEqual({ type: 'function', function: { name: 'get_price' } });
  const without = await sent('openai', { toolChoice: 'none' });
  expect(without.body).not.toHaveProperty('tool_choice');
  expect(without.body).not.toHaveProperty('tools');
});

async function effort(model: string, tools = [getPrice]) {
  return (await sent('openai', { model, tools })).body['reasoning_effort'];
}

test('tells models that refuse tools while they reason not to', async () => {
  expect(await effort('gpt-5.6-sol')).toBe('none');
  expect(await effort('gpt-5.6-sol', [])).toBeUndefined();
  expect(await effort('gpt-5.2')).toBeUndefined();
  expect(await effort('gpt-6-astra')).toBeUndefined();
});

test.each(['o3', 'gpt-5', 'gpt-5-mini', 'gpt-5.6-sol', 'gpt-6-luna'])(
  'leaves the temperature out for %s, which takes only its own',
  async (model) => {
    const { body } = await sent('openai', { model, temperature: 0 });
    expect(body).not.toHaveProperty('temperature');
  },
);

test('keeps ids of another provider byte for byte up to 40 characters, and maps longer ones', async () => {
  const ids = ['functions.get_price:0', 'x'.repeat(60)];
  const { body } = await sent('openai', {
    messages: [
      { role: 'user', text: 'Look.' },
      {
        role: 'assistant',
        text: '',
        toolCalls: ids.map((id) => ({ id, name: 'get_price', args: {} })),
      },
      ...ids.map((callId) => ({
        role: 'tool' as const,
        callId,
        name: 'get_price',
        text: '1',
        isError: false,
      })),
    ],
  });
  const [, assistant, ...results] = body['messages'] as {
    tool_calls: { id: string }[];
    tool_call_id: string;
  }[];
  const called = assistant!.tool_calls.map(({ id }) => id);
  expect(called).toEqual(['functions.get_price:0', 'x'.repeat(40)]);
  expect(results.map((result) => result.tool_call_id)).toEqual(called);
});

async function offered(toolChoice: 'none' | { tool: string }) {
  const tools = [getPrice, getPortfolio];
  return (await sent('ollama', { tools, toolChoice, maximumOutputTokens: 9 })).body;
}

test('offers Ollama only what may be called, since it ignores the choice', async () => {
  const forced = await offered({ tool: 'get_price' });
  expect(forced).toMatchObject({ max_tokens: 9, tools: [{ function: { name: 'get_price' } }] });
  expect(forced).not.toHaveProperty('tool_choice');
  expect(forced['tools']).toHaveLength(1);
  expect(await offered('none')).not.toHaveProperty('tools');
});

test('leaves out an answer that says nothing', async () => {
  const { body } = await sent('kimi', {
    messages: [
      { role: 'user', text: 'Hm?' },
      { role: 'assistant', text: '', toolCalls: [] },
      { role: 'user', text: 'Say something.' },
    ],
  });
  expect(body['messages']).toEqual([
    { role: 'user', content: 'Hm?' },
    { role: 'user', content: 'Say something.' },
  ]);
});
