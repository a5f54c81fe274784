import { beforeEach, describe, expect, it } from 'vitest';
import { anthropic } from '../../../activities/models/providers/wires/anthropic.ts';
import { openai } from '../../../activities/models/providers/wires/openai.ts';
import { scriptAnswers, weatherSchema } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

const served = serveGateway();
beforeEach(() => scriptAnswers(served.upstream, openai, [{ text: 'Yes.' }]));

const ask = (changes: object) =>
  served.gateway.request('POST', '/v1/responses', {
    model: 'openai/gpt-5.2',
    input: 'Well?',
    ...changes,
  });
const sent = () => served.upstream.asked[0]?.body;

describe('what the model does not take', () => {
  const changes = {
    max_tool_calls: 3,
    text: { verbosity: 'low' },
    tools: [{ type: 'web_search' }],
    prompt_cache_key: 'a',
  };

  it('is named in one header together with what Baton does not carry', async () => {
    const { status, headers } = await ask({ ...changes, model: 'deepseek/deepseek-chat' });
    expect(status).toBe(200);
    expect(headers.get('baton-ignored')).toBe(
      'max_tool_calls, tools[0] (web_search), prompt_cache_key, text.verbosity',
    );
  });

  it('is named at the beginning of a stream', async () => {
    const { data, response } = await served.openai.responses
      .create({
        model: 'openai/o3',
        input: 'Well?',
        max_tool_calls: 3,
        top_p: 0.5,
        text: { verbosity: 'low' },
        stream: true,
      })
      .withResponse();
    await Array.fromAsync(data);
    expect(response.headers.get('baton-ignored')).toBe('max_tool_calls, top_p, text.verbosity');
  });

  it('refuses the request with strict, before a provider is asked', async () => {
    const { status, body } = await ask({ ...changes, model: 'openai/o3', strict: true });
    expect(status).toBe(400);
    expect(body.error.message).toContain('max_tool_calls, tools[0] (web_search), text.verbosity');
    expect(served.upstream.asked).toEqual([]);
  });
});

describe('what the model takes reaches it', () => {
  it('of OpenAI', async () => {
    scriptAnswers(served.upstream, openai, [{ text: '{"city":"Rome"}' }]);
    const { headers, body } = await ask({
      top_p: 0.5,
      parallel_tool_calls: false,
      prompt_cache_key: 'a',
      safety_identifier: 'ann',
      service_tier: 'flex',
      metadata: { team: 'blue' },
      truncation: 'disabled',
      tools: [{ type: 'function', name: 'f', parameters: weatherSchema, strict: true }],
      text: {
        verbosity: 'low',
        format: {
          type: 'json_schema',
          name: 'place',
          description: 'Where it is',
          schema: weatherSchema,
          strict: true,
        },
      },
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
            {
              type: 'input_file',
              filename: 'a.pdf',
              file_data: 'data:application/pdf;base64,JVBE',
            },
            { type: 'input_text', text: 'Well?' },
          ],
        },
      ],
    });
    expect(headers.get('baton-ignored')).toBeNull();
    expect(sent()).toMatchObject({
      top_p: 0.5,
      parallel_tool_calls: false,
      prompt_cache_key: 'a',
      safety_identifier: 'ann',
      service_tier: 'flex',
      metadata: { team: 'blue' },
      verbosity: 'low',
      tools: [{ function: { name: 'f', strict: true } }],
      response_format: {
        json_schema: { name: 'place', strict: true, schema: { description: 'Where it is' } },
      },
      messages: [
        {
          content: [
            { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
            {
              type: 'file',
              file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
            },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
    });
    expect(body).toMatchObject({ top_p: 0.5, text: { verbosity: 'low' } });
  });

  it('files of results, and of addresses', async () => {
    scriptAnswers(served.upstream, anthropic, [{ text: 'Yes.' }]);
    await ask({
      model: `anthropic/${anthropic.model}`,
      input: [
        { role: 'user', content: 'Well?' },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }],
        },
      ],
    });
    expect(sent().messages.at(-1).content[0].content).toEqual([
      { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
    ]);
  });
});
