import { beforeEach, describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway();
beforeEach(() => served.upstream.script(() => ({ body: wire.answer({ text: 'Yes.' }) })));

const body = { model: 'openai/gpt-5.2', messages: [{ role: 'user', content: 'Well?' }] };
const ask = (changes: object) =>
  served.gateway.request('POST', '/v1/chat/completions', { ...body, ...changes });

describe('what a client is told', () => {
  it.each([
    ['a text', ''],
    ['a list', []],
    ['parts of text', [{ type: 'text', text: ' ' }]],
  ])('about a message that is empty as %s is not asked', async (_, content) => {
    const { status, body: answer } = await ask({ messages: [{ role: 'user', content }] });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ param: 'messages[0].content' });
    expect(served.upstream.asked).toHaveLength(0);
  });

  it('about a request that is too long is told by the code that clients know', async () => {
    served.upstream.script(() => ({
      status: 400,
      body: wire.error('error', 'prompt is too long: 300000 tokens > 200000 maximum'),
    }));
    const { status, body: answer } = await ask({ model: 'qwen/qwen-plus' });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    });
  });

  it('about a quota that is used up is told, and not to try again', async () => {
    served.upstream.script(() => ({
      status: 429,
      body: wire.error(
        'insufficient_quota',
        'You exceeded your current quota',
        'insufficient_quota',
      ),
    }));
    const { status, headers, body: answer } = await ask({ model: 'openai/gpt-5.2' });
    expect(status).toBe(429);
    expect(answer.error).toMatchObject({ code: 'insufficient_quota' });
    expect(headers.get('x-should-retry')).toBe('false');
    expect(headers.get('retry-after')).toBeNull();
  });

  it('about an answer in another form is no error of the server', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const { status, body: answer } = await ask({
      model: 'deepseek/deepseek-chat',
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
    });
    expect(status).toBe(422);
    expect(answer.error).toMatchObject({ code: 'answer_does_not_fit' });
  });

  it('about a provider that is left out for a while agrees with itself', async () => {
    served.upstream.script(() => ({ status: 500, body: wire.error('error', 'down') }));
    let last: Awaited<ReturnType<typeof ask>> | undefined;
    for (let turn = 0; turn < 3; turn += 1) last = await ask({ model: 'grok/grok-4.6' });
    expect(last?.status).toBe(503);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last?.headers.get('x-should-retry')).toBeNull();
  });
});
