import { beforeEach, expect, it } from 'vitest';
import { anthropic } from '../../activities/models/providers/wires/anthropic.ts';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { scriptAnswers } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway();
beforeEach(() => scriptAnswers(served.upstream, wire, [{ text: 'Yes.' }]));

const path = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Well?' }];
const ask = (changes: object) =>
  served.gateway.request('POST', path, { model: 'openai/gpt-5.2', messages, ...changes });

const sampling = { seed: 7, stop: ['END'], top_p: 0.5, temperature: 0.2 };

it('sends what the model takes, and says nothing of it', async () => {
  const { status, headers } = await ask(sampling);
  expect(status).toBe(200);
  expect(headers.get('baton-ignored')).toBeNull();
  expect(served.upstream.asked[0]?.body).toMatchObject(sampling);
});

it('names what the model does not take in a header, and fields that nobody knows', async () => {
  const { status, headers } = await ask({ ...sampling, n: 2, logprobs: true, foo: 1 });
  expect(status).toBe(200);
  expect(headers.get('baton-ignored')).toBe('foo, logprobs, n');
  expect(served.upstream.asked[0]?.body).not.toHaveProperty('n');
});

it('names what another provider does not take', async () => {
  scriptAnswers(served.upstream, anthropic, [{ text: 'Yes.' }]);
  const model = `anthropic/${anthropic.model}`;
  const { headers } = await ask({ ...sampling, model });
  expect(headers.get('baton-ignored')).toBe('seed, temperature, top_p');
  expect(served.upstream.asked[0]?.body).toMatchObject({ stop_sequences: ['END'] });
});

it('names it at the beginning of a stream', async () => {
  const { response } = await served.openai.chat.completions
    .create({
      model: 'openai/gpt-5.2',
      messages: [{ role: 'user', content: 'Well?' }],
      stream: true,
      n: 2,
    })
    .withResponse();
  expect(response.headers.get('baton-ignored')).toBe('n');
  expect(await response.text()).toContain('[DONE]');
});

it('refuses what would be ignored, with strict', async () => {
  const { status, body } = await ask({ n: 2, strict: true });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: 'invalid_request_error' });
  expect(body.error.message).toContain('openai:gpt-5.2 does not take n');
  expect(served.upstream.asked).toHaveLength(0);
});

it('carries names, marks of caches, strict tools and earlier refusals', async () => {
  await ask({
    messages: [
      { role: 'user', content: 'Well?', name: 'ann' },
      { role: 'assistant', content: null, refusal: 'I cannot.' },
      { role: 'user', content: 'Why?' },
    ],
    tools: [{ type: 'function', function: { name: 'f', strict: true } }],
  });
  const { body } = served.upstream.asked[0]!;
  expect(body.messages.slice(0, 2)).toEqual([
    { role: 'user', content: 'Well?', name: 'ann' },
    { role: 'assistant', content: null, refusal: 'I cannot.' },
  ]);
  expect(body.tools[0].function.strict).toBe(true);
});

it('carries marks of caches to Anthropic, in place of its own', async () => {
  scriptAnswers(served.upstream, anthropic, [{ text: 'Yes.' }]);
  const mark = { type: 'ephemeral', ttl: '1h' };
  const parts = [{ type: 'text', text: 'You are a trader.', cache_control: mark }];
  await ask({
    model: `anthropic/${anthropic.model}`,
    messages: [{ role: 'system', content: parts }, ...messages],
    tools: [{ type: 'function', function: { name: 'f' }, cache_control: mark }],
  });
  const { body } = served.upstream.asked[0]!;
  expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(2);
  expect(body.system[0].cache_control).toEqual(mark);
  expect(body.tools[0].cache_control).toEqual(mark);
});

it('gives a refusal in its own field, whole and streamed', async () => {
  const message = { role: 'assistant', content: null, refusal: 'I cannot.' };
  served.upstream.script(({ body }) =>
    body.stream
      ? {
          events: [
            { choices: [{ index: 0, delta: { refusal: 'I cannot.' } }] },
            { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
          ]
            .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
            .join(''),
        }
      : { body: { choices: [{ message, finish_reason: 'stop' }] } },
  );
  const whole = await ask({});
  expect(whole.body.choices[0].message).toMatchObject({ content: null, refusal: 'I cannot.' });
  const stream = await served.openai.chat.completions.create({
    model: 'openai/gpt-5.2',
    messages: [{ role: 'user', content: 'Well?' }],
    stream: true,
  });
  let [refusal, content] = ['', ''];
  for await (const { choices } of stream) {
    refusal += choices[0]?.delta.refusal ?? '';
    content += choices[0]?.delta.content ?? '';
  }
  expect({ refusal, content }).toEqual({ refusal: 'I cannot.', content: '' });
});
