import { describe, expect, test } from 'vitest';
import { asking } from './ask-wire.ts';
import { startMockServer } from '../mock-server.ts';
import { getPrice, never, request } from '../requests.ts';
import { anthropic } from './wires/anthropic.ts';
import { namedEvents, openaiResponses } from './wires/openai-responses.ts';
import { wireNamed, wires } from './wires/index.ts';

const written = '{"symbol":"SP';
const broken = { id: 'call_1', name: 'get_price', args: {}, argsError: 'cut', argsText: written };

describe.each(wires)('$name', (wire) => {
  const { chat, stream } = asking(wire);
  const calls = [{ id: 'call_1', name: 'get_price', args: written }];

  test('gives broken arguments as they were written, whole', async () => {
    const { toolCalls } = await chat({ body: wire.answer({ calls }) }, { tools: [getPrice] });
    expect(toolCalls).toMatchObject([{ argsError: expect.any(String), argsText: written }]);
  });

  test('gives broken arguments as they were written, streamed', async () => {
    const events = wire.stream({ calls });
    const { answer, deltas } = await stream({ events }, { tools: [getPrice] });
    expect(answer.toolCalls).toMatchObject([{ argsError: expect.any(String), argsText: written }]);
    const told = deltas.map((delta) => ('arguments' in delta ? delta.arguments : '')).join('');
    expect(told).toBe(written);
  });

  test('gives them back to the provider as the model wrote them, never as {}', async () => {
    const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
    const model = `${wire.create(server.url).name}:${wire.model}`;
    const asked = request({
      model: wire.model,
      tools: [getPrice],
      messages: [
        { role: 'user', text: 'Look at SPX.' },
        { role: 'assistant', text: '', toolCalls: [broken], model },
        { role: 'tool', callId: 'call_1', name: 'get_price', text: 'not JSON', isError: true },
      ],
    });
    await wire.create(server.url).chat(asked, never);
    const sent = JSON.stringify(server.received[0]!.body);
    expect(sent).not.toMatch(/"(?:arguments|input|args)":(?:"\{\}"|\{\})/);
    expect(sent.replaceAll('\\', '')).toContain(written);
  });
});

/** The server of each parses the arguments of earlier calls, and refuses what is no JSON. */
test.each(['qwen', 'ollama'])('%s is given broken arguments in a JSON object', async (name) => {
  const wire = wireNamed(name);
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const messages = [{ role: 'assistant' as const, text: '', toolCalls: [broken] }];
  await wire.create(server.url).chat(request({ model: wire.model, messages }), never);
  const [said] = server.received[0]!.body['messages'] as { tool_calls: any[] }[];
  expect(JSON.parse(said!.tool_calls[0].function.arguments)).toEqual({
    invalid_arguments: written,
  });
});

describe('an answer that ends before the arguments of its last call do', () => {
  const cutCall = (args: string) => ({
    choices: [
      {
        message: {
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'get_price', arguments: '{}' } },
            { id: 'b', type: 'function', function: { name: 'get_price', arguments: args } },
          ],
        },
        finish_reason: 'length',
      },
    ],
  });

  test.each(['', '{"sym'])('has no call with {} over Chat Completions: %j', async (args) => {
    const { toolCalls, finish } = await asking(wireNamed('openai')).chat({ body: cutCall(args) });
    expect(finish).toBe('length');
    expect(toolCalls).toEqual([
      { id: 'a', name: 'get_price', args: {} },
      { id: 'b', name: 'get_price', args: {}, argsError: expect.any(String), argsText: args },
    ]);
  });

  test('has no call with {} over Responses', async () => {
    const call = { type: 'function_call', call_id: 'a', name: 'get_price', arguments: '' };
    const body = {
      id: 'resp_1',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ ...call, status: 'incomplete' }],
    };
    const expected = { finish: 'length', toolCalls: [{ argsText: '' }] };
    const wire = asking(openaiResponses);
    expect(await wire.chat({ body })).toMatchObject(expected);
    const events = namedEvents([
      { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: call },
      { type: 'response.incomplete', response: body },
    ]);
    expect((await wire.stream({ events })).answer).toMatchObject(expected);
  });

  test.each([
    [{}, ''],
    [{ symbol: 'SP' }, '{"symbol":"SP"}'],
  ])('has no call over Messages that could be run: %j', async (input, argsText) => {
    const body = {
      content: [{ type: 'tool_use', id: 'a', name: 'get_price', input }],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    expect(await asking(anthropic).chat({ body })).toMatchObject({
      finish: 'length',
      toolCalls: [{ args: {}, argsError: expect.stringContaining('cut off'), argsText }],
    });
  });

  test('has no call with {} in a stream of Messages', async () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const block = { type: 'tool_use', id: 'a', name: 'get_price', input: {} };
    const events = namedEvents([
      { type: 'message_start', message: { id: 'm', content: [], usage } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage },
      { type: 'message_stop' },
    ]);
    expect((await asking(anthropic).stream({ events })).answer).toMatchObject({
      finish: 'length',
      toolCalls: [{ argsError: expect.stringContaining('cut off'), argsText: '' }],
    });
  });
});
