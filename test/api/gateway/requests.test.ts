import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wires } from '../../activities/models/providers/wires/index.ts';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { scriptAnswers } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway({
  environment: { BATON_MODEL_ALIASES: 'pair=openai:gpt-5.2,deepseek:deepseek-chat' },
});
beforeEach(() => scriptAnswers(served.upstream, wire, [{ text: 'Yes.' }]));

const messages = [
  { role: 'system', content: 'Answer with one word.' },
  { role: 'user', content: 'Well? Größe 🍓' },
];

const ask = (model: string, changes: object = {}) =>
  served.gateway.request('POST', '/v1/chat/completions', { model, messages, ...changes });

/** What is kept of a call, as soon as it is. */
async function keptOf(callId: string) {
  const { items } = await vi.waitFor(
    async () => {
      const path = `/api/v1/requests?call=${callId}`;
      const { body } = await served.gateway.request('GET', path);
      if (body.items.length === 0) throw new Error('nothing is kept yet');
      return body;
    },
    { timeout: 20_000, interval: 100 },
  );
  const { body } = await served.gateway.request('GET', `/api/v1/requests/${items[0].id}`);
  return body;
}

describe.each(wires.filter(({ name }) => name !== 'openai-responses'))(
  'a call of the gateway that $name answers',
  (provider) => {
    it('is kept with what the provider received and what it wrote', async () => {
      scriptAnswers(served.upstream, provider, [{ text: 'Yes.' }]);
      const model = `${provider.name}/${provider.model}`;
      const { headers } = await ask(model);
      const kept = await keptOf(headers.get('x-baton-call-id')!);
      const received = served.upstream.asked[0]!;
      expect(kept).toMatchObject({
        door: 'gateway',
        user: 'local',
        status: 'answered',
        answer: { text: 'Yes.', finish: 'stop' },
        request: { messages },
      });
      expect(kept.exchanges).toHaveLength(1);
      expect(JSON.parse(kept.exchanges[0].sent.text)).toEqual(received.body);
      expect(kept.exchanges[0].url).toBe(served.upstream.url + received.path);
      expect(JSON.parse(kept.exchanges[0].received.text)).toEqual(
        provider.answer({ text: 'Yes.' }),
      );
    });
  },
);

it('A streamed call that continues with another model is kept with both, and asks the same when sent again', async () => {
  const answer = { text: 'Yes.' };
  served.upstream.script(({ body }) => {
    if (body.model === 'gpt-5.2') {
      return { status: 500, body: wire.error('server_error', 'broken on purpose') };
    }
    return body.stream ? { events: wire.stream(answer) } : { body: wire.answer(answer) };
  });
  const { response } = await served.openai.chat.completions
    .create({
      model: 'pair',
      messages: [{ role: 'user', content: 'Well?' }],
      temperature: 0.5,
      stream: true,
    })
    .withResponse();
  expect(await response.text()).toContain('[DONE]');
  const kept = await keptOf(response.headers.get('x-baton-call-id')!);
  const received = served.upstream.asked.map(({ body }) => body);
  expect(kept).toMatchObject({
    model: 'deepseek:deepseek-chat',
    chain: ['openai:gpt-5.2', 'deepseek:deepseek-chat'],
    tries: 3,
    firstMs: expect.any(Number),
    attempts: [{ error: { code: '500' } }, { error: { code: '500' } }, { status: 'answered' }],
    exchanges: [
      { attempt: 0, status: 500, received: { text: expect.stringContaining('on purpose') } },
      { attempt: 1, status: 500 },
      { attempt: 2, status: 200, received: { text: wire.stream(answer) } },
    ],
  });
  expect(kept.exchanges.map(({ sent }: any) => JSON.parse(sent.text))).toEqual(received);

  served.upstream.asked.length = 0;
  const again = await served.gateway.request('POST', '/v1/chat/completions', {
    ...kept.request,
    model: 'deepseek/deepseek-chat',
    stream: false,
  });
  expect(again.status).toBe(200);
  const { stream: _stream, stream_options: _options, ...whole } = received[2];
  expect(served.upstream.asked[0]!.body).toEqual(whole);
});

it('A call that fails says in a header which one it was', async () => {
  served.upstream.script(() => ({ status: 400, body: wire.error('invalid', 'not like this') }));
  const { status, headers } = await ask('openai/gpt-5.2');
  expect(status).toBe(400);
  const kept = await keptOf(headers.get('x-baton-call-id')!);
  expect(kept).toMatchObject({
    status: 'failed',
    answer: null,
    costUsd: null,
    error: { type: 'AllModelsFailed', message: expect.stringContaining('not like this') },
    exchanges: [{ status: 400, received: { text: expect.stringContaining('not like this') } }],
  });
});
