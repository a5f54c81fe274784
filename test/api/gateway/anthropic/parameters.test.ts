import { beforeEach, describe, expect, it } from 'vitest';
import { anthropic } from '../../../activities/models/providers/wires/anthropic.ts';
import { openai } from '../../../activities/models/providers/wires/openai.ts';
import { apiKey } from '../support/gateway.ts';
import { scriptAnswers, weatherSchema } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

const served = serveGateway();
beforeEach(() => scriptAnswers(served.upstream, openai, [{ text: 'Yes.' }]));

const claude = `anthropic/${anthropic.model}`;
const body = {
  model: 'openai/gpt-5.2',
  max_tokens: 500,
  messages: [{ role: 'user' as const, content: 'Well?' as unknown }],
};
const mark = { type: 'ephemeral' as const, ttl: '1h' as const };
const tools = [{ name: 'get_weather', input_schema: weatherSchema }];
const ask = (changes: object) =>
  served.gateway.request('POST', '/v1/messages', { ...body, ...changes });
const sent = () => served.upstream.asked[0]?.body;
const blocks = (...content: object[]) => ({ messages: [{ role: 'user', content }] });

describe('what the model does not take', () => {
  const changes = {
    top_k: 5,
    top_p: 0.5,
    stop_sequences: ['END'],
    metadata: { user_id: 'ann', team: 'blue' },
  };

  it('is named in one header together with what Baton does not carry', async () => {
    const { status, headers } = await ask({ ...changes, model: 'deepseek/deepseek-chat' });
    expect(status).toBe(200);
    expect(headers.get('baton-ignored')).toBe('top_k, metadata.team, metadata.user_id');
    expect(sent()).toMatchObject({ stop: ['END'], top_p: 0.5 });
  });

  it('is named at the beginning of a stream, under the names of Anthropic', async () => {
    const response = await fetch(`${served.gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...body,
        model: 'openai/o3',
        top_k: 5,
        stop_sequences: ['END'],
        stream: true,
      }),
    });
    expect(await response.text()).toContain('message_stop');
    expect(response.headers.get('baton-ignored')).toBe('top_k, stop_sequences');
  });

  it('is named by the demo model too', async () => {
    const { status, headers } = await ask({ ...changes, model: 'demo/trend' });
    expect(status).toBe(200);
    expect(headers.get('baton-ignored')).toContain('top_k, metadata.team, metadata.user_id');
  });

  it('refuses the request with strict, before a provider is asked', async () => {
    const { status, body: answer } = await ask({ ...changes, model: 'openai/o3', strict: true });
    expect(status).toBe(400);
    expect(answer.error.message).toContain('top_k, metadata.team, stop_sequences, top_p');
    expect(served.upstream.asked).toEqual([]);
  });

  it('is named of a count of tokens, as far as Baton knows it', async () => {
    const path = '/v1/messages/count_tokens';
    const { max_tokens: _, ...counted } = body;
    const asked = { ...counted, top_k: 5 };
    const { headers } = await served.gateway.request('POST', path, asked);
    expect(headers.get('baton-ignored')).toBe('top_k');
    const refused = await served.gateway.request('POST', path, { ...asked, strict: true });
    expect(refused.status).toBe(400);
  });
});

describe('what the model takes reaches it', () => {
  it('of Anthropic, as Anthropic writes it', async () => {
    scriptAnswers(served.upstream, anthropic, [{ text: 'Yes.' }]);
    const thinking = { type: 'enabled', budget_tokens: 2_000, display: 'summarized' };
    const { headers } = await ask({
      model: claude,
      max_tokens: 5_000,
      system: [
        { type: 'text', text: 'You are a trader.' },
        { type: 'text', text: 'Be brief.', cache_control: mark },
      ],
      tools: [{ ...tools[0], strict: true, cache_control: mark }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      thinking,
      stop_sequences: ['END'],
      metadata: { user_id: 'ann' },
      service_tier: 'standard_only',
      ...blocks(
        { type: 'text', text: 'Well?' },
        {
          type: 'document',
          title: 'report.pdf',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
          cache_control: mark,
        },
      ),
    });
    expect(headers.get('baton-ignored')).toBeNull();
    const asked = sent();
    expect(asked).toMatchObject({
      thinking,
      stop_sequences: ['END'],
      metadata: { user_id: 'ann' },
      service_tier: 'standard_only',
      system: [{ text: 'You are a trader.\nBe brief.', cache_control: mark }],
      tools: [{ name: 'get_weather', strict: true, cache_control: mark }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    expect(asked.messages[0].content).toEqual([
      { type: 'text', text: 'Well?' },
      {
        type: 'document',
        title: 'report.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
        cache_control: mark,
      },
    ]);
    expect(JSON.stringify(asked).match(/"cache_control"/g)).toHaveLength(3);
  });

  it('of other providers, in their form', async () => {
    const { headers } = await ask({
      stop_sequences: ['END'],
      top_p: 0.5,
      service_tier: 'standard_only',
      metadata: { user_id: 'ann' },
      tools: [{ ...tools[0], strict: true }],
      ...blocks(
        { type: 'document', source: { type: 'file', file_id: 'file_1' } },
        { type: 'text', text: 'Well?' },
      ),
    });
    expect(headers.get('baton-ignored')).toBeNull();
    expect(sent()).toMatchObject({
      stop: ['END'],
      top_p: 0.5,
      service_tier: 'default',
      safety_identifier: 'ann',
      tools: [{ function: { strict: true } }],
      messages: [{ content: [{ type: 'file', file: { file_id: 'file_1' } }, { text: 'Well?' }] }],
    });
  });

  it.each([
    [{ type: 'enabled', budget_tokens: 2_048 }, 'low'],
    [{ type: 'enabled', budget_tokens: 8_193 }, 'high'],
    [{ type: 'disabled' }, 'none'],
  ])('thinking %o as the effort that chat completions make of it', async (thinking, effort) => {
    await ask({ thinking });
    const { reasoning_effort: told } = sent();
    await served.gateway.request('POST', '/v1/chat/completions', {
      model: body.model,
      messages: body.messages,
      thinking,
    });
    expect([told, served.upstream.asked[1]?.body.reasoning_effort]).toEqual([effort, effort]);
  });

  it('no thinking where it is disabled beside an effort', async () => {
    await ask({ thinking: { type: 'disabled' }, output_config: { effort: 'high' } });
    expect(sent().reasoning_effort).toBe('none');
  });

  it('marks of results and of calls', async () => {
    scriptAnswers(served.upstream, anthropic, [{ text: 'Yes.' }]);
    const call = { type: 'tool_use', id: 't1', name: 'f', input: {}, cache_control: mark };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'x', cache_control: mark };
    await ask({
      model: claude,
      messages: [
        ...body.messages,
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result] },
      ],
    });
    const [, said, told] = sent().messages;
    expect([said.content[0].cache_control, told.content[0].cache_control]).toEqual([mark, mark]);
  });
});
