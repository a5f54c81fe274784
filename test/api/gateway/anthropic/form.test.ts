import { beforeEach, describe, expect, it } from 'vitest';
import { anthropic } from '../../../activities/models/providers/wires/anthropic.ts';
import { openai } from '../../../activities/models/providers/wires/openai.ts';
import { apiKey } from '../support/gateway.ts';
import { call, otherCall, scriptAnswers, weatherSchema } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

const served = serveGateway({ environment: { BATON_MODELS: 'openai:gpt-5.2' } });
beforeEach(() => scriptAnswers(served.upstream, openai, [{ text: 'Yes.' }]));

const path = '/v1/messages';
const body = {
  model: 'openai/gpt-5.2',
  max_tokens: 500,
  messages: [{ role: 'user', content: 'Well?' }] as unknown[],
};
const tools = [{ name: 'get_weather', input_schema: weatherSchema }];
const ask = (changes: object, headers = {}) =>
  served.gateway.request('POST', path, { ...body, ...changes }, headers);
const sent = () => served.upstream.asked[0]?.body;

async function eventsOf(changes: object) {
  const response = await fetch(`${served.gateway.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true, ...changes }),
  });
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame): any => {
    const [, name, data] = /^event: (\S+)\ndata: (.*)$/s.exec(frame) ?? [];
    const event = JSON.parse(data ?? '{}');
    expect(event.type).toBe(name);
    return event;
  });
}

describe('a request of Anthropic', () => {
  it('is sent on with all that it says', async () => {
    const { status } = await ask({
      system: [{ type: 'text', text: 'Be brief.' }],
      temperature: 0.5,
      tools,
      tool_choice: { type: 'tool', name: 'get_weather' },
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' },
            },
            { type: 'text', text: 'Where is this?' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: 'no such city',
              is_error: true,
            },
            { type: 'text', text: 'Try again.' },
          ],
        },
      ],
    });
    expect(status).toBe(200);
    const asked = sent();
    expect(asked).toMatchObject({
      model: 'gpt-5.2',
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
      tools: [{ function: { name: 'get_weather', parameters: weatherSchema } }],
    });
    expect(asked.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ]);
    expect(JSON.stringify(asked.messages[1])).toContain('data:image/png;base64,iVBORw0K');
    expect(asked.messages[2].tool_calls).toMatchObject([
      { id: 'toolu_1', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } },
    ]);
    expect(JSON.stringify(asked.messages[3])).toContain('no such city');
    expect(JSON.stringify(asked.messages[4])).toContain('Try again.');
  });

  it('keeps an image of a result, after the results', async () => {
    const image = { type: 'image', source: { type: 'url', url: 'https://example.com/map.png' } };
    await ask({
      messages: [
        ...body.messages,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'map', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [image] }] },
      ],
    });
    const { messages } = sent();
    expect(messages.at(-2).role).toBe('tool');
    expect(JSON.stringify(messages.at(-1))).toContain('https://example.com/map.png');
    expect(JSON.stringify(messages.at(-1))).toContain('Of the result of map');
  });

  it.each([
    ['any', 'required'],
    ['auto', 'auto'],
  ])('with the tool choice %s', async (type, expected) => {
    await ask({ tools, tool_choice: { type } });
    expect(sent().tool_choice ?? 'auto').toBe(expected);
  });

  it('with the tool choice none, which offers no tools', async () => {
    await ask({ tools, tool_choice: { type: 'none' } });
    expect([undefined, 'none']).toContain(sent().tool_choice);
    expect(sent().tools === undefined || sent().tool_choice === 'none').toBe(true);
  });

  it('gets one call alone where it takes no more at a time', async () => {
    scriptAnswers(served.upstream, openai, [{ calls: [call, otherCall] }]);
    const { body: answer } = await ask({
      tools,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    expect(answer.content).toMatchObject([{ type: 'tool_use', input: { city: 'Rome' } }]);
  });

  it('is told what was not carried, or refused for it', async () => {
    const changes = {
      top_k: 5,
      system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
      tools: [...tools, { type: 'web_search_20250305', name: 'web_search' }],
      metadata: null,
    };
    const headers = { 'anthropic-beta': 'context-1m', 'anthropic-version': '2023-06-01' };
    const { status, headers: told } = await ask(changes, headers);
    expect(status).toBe(200);
    expect(told.get('baton-ignored')).toBe(
      'top_k, tools[1] (web_search_20250305), anthropic-beta, cache_control',
    );
    const refused = await ask({ ...changes, strict: true }, headers);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('top_k');
  });

  it('counts its tokens without asking a model', async () => {
    const { status, body: counted } = await served.gateway.request('POST', `${path}/count_tokens`, {
      model: body.model,
      messages: [{ role: 'user', content: 'word '.repeat(1_000) }],
    });
    expect(status).toBe(200);
    expect(counted.input_tokens).toBeGreaterThan(1_000);
    expect(counted.input_tokens).toBeLessThan(1_400);
    expect(served.upstream.asked).toEqual([]);
  });
});

describe('an answer in the form of Anthropic', () => {
  it('has its events in their order, and one block open at a time', async () => {
    scriptAnswers(served.upstream, openai, [{ text: 'I look.', calls: [call, otherCall] }]);
    const events = await eventsOf({ tools });
    expect(events[0]).toMatchObject({ message: { role: 'assistant', content: [] } });
    const types = events.map(({ type }) => type);
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      'message_start',
      ...Array.from({ length: 3 }, () => [
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
      ]).flat(),
      'message_delta',
      'message_stop',
    ]);
    expect(
      events.flatMap(({ type, index }) => (type === 'content_block_stop' ? [index] : [])),
    ).toEqual([0, 1, 2]);
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: openai.usage.outputTokens },
    });
  });

  it('shows thoughts to who asked for them, and brings their proof back to the provider', async () => {
    const model = 'anthropic/claude-sonnet-5';
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    scriptAnswers(served.upstream, anthropic, [{ reasoning: 'Rome is warm.', calls: [call] }]);
    const { body: answer } = await ask({ model, tools, thinking });
    expect(answer.content.map(({ type }: { type: string }) => type)).toEqual([
      'thinking',
      'tool_use',
      'redacted_thinking',
    ]);
    await ask({
      model,
      tools,
      thinking,
      messages: [
        ...body.messages,
        { role: 'assistant', content: answer.content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: answer.content[1].id, content: 'sunny' }],
        },
      ],
    });
    const [, said] = served.upstream.asked[1]?.body.messages ?? [];
    expect(said.content[0]).toMatchObject({ type: 'thinking', thinking: 'Rome is warm.' });
    expect(said.content[0].signature).not.toBe('baton');
    expect(JSON.stringify(said)).not.toContain('baton_');
  });
});

describe('errors of /v1/messages have the form of Anthropic', () => {
  it.each([
    ['a wrong key', {}, { 'x-api-key': 'nothing', authorization: '' }, 401, 'authentication_error'],
    ['an unknown model', { model: 'nobody/x' }, {}, 404, 'not_found_error'],
    ['no messages', { messages: [] }, {}, 400, 'invalid_request_error'],
    [
      'a role that there is not',
      { messages: [{ role: 'tool' }] },
      {},
      400,
      'invalid_request_error',
    ],
  ])('for %s', async (_name, changes, headers, status, type) => {
    const answer = await ask(changes, headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ type: 'error', error: { type } });
  });

  it('for a result without its call, with its place', async () => {
    const { status, body: answer } = await ask({
      messages: [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_9', content: 'x' }] },
      ],
    });
    expect(status).toBe(400);
    expect(answer.error.message).toContain('toolu_9');
  });
});
