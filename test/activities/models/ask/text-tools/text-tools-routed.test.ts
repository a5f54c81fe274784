import { expect, test } from 'vitest';
import { createModelRouter } from '../../../../../activities/models/ask/create-router.ts';
import { modelEnvironment } from '../../../../../activities/models/env.ts';
import type { ChatDelta } from '../../../../../contracts/models/messages.ts';
import { startMockServer } from '../../mock-server.ts';
import type { Reply } from '../../mock-server.ts';
import { getPrice, never, request } from '../../requests.ts';
import { apiKey } from '../../providers/wires/api-key.ts';
import { wireNamed } from '../../providers/wires/index.ts';

const ollama = wireNamed('ollama');
const openai = wireNamed('openai');
const written = '<tool_call>\n{"name":"get_price","arguments":{"symbol":"SPX"}}\n</tool_call>';
const asking = request({ tools: [getPrice] });

/** A local model without tool calling, before OpenAI's. */
async function routerOver(inWords: Reply) {
  const message = 'registry.ollama.ai/library/gemma3:4b does not support tools';
  const local = await startMockServer(({ body }) =>
    'tools' in body
      ? { status: 400, body: ollama.error('invalid_request_error', message) }
      : inWords,
  );
  const second = await startMockServer({ events: openai.stream({ text: 'from OpenAI' }) });
  const env = modelEnvironment.parse({
    OLLAMA_HOST: local.url,
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: `${second.url}/v1`,
  });
  const router = await createModelRouter(env, { backoffMs: 1 });
  const deltas: ChatDelta[] = [];
  const ask = () =>
    router.chat(['ollama:gemma3:4b', 'openai:gpt-5.2'], asking, {
      ...never,
      onDelta: (delta) => deltas.push(delta),
    });
  return { ask, deltas, local, second };
}

test('A model whose server refuses tools calls them all the same, and no other model is asked', async () => {
  const { ask, deltas, local, second } = await routerOver({
    events: ollama.stream({ text: `I look.\n${written}` }),
  });
  const answer = await ask();
  expect(answer).toMatchObject({
    text: 'I look.',
    toolCalls: [{ name: 'get_price', args: { symbol: 'SPX' } }],
    finish: 'tool_calls',
    model: 'ollama:gemma3:4b',
    attempts: [{ model: 'ollama:gemma3:4b', status: 'answered' }],
  });
  const text = deltas.map((delta) => (delta.type === 'text-delta' ? delta.text : '')).join('');
  expect(text).toBe('I look.');
  expect(deltas.filter(({ type }) => type === 'text-delta')).not.toContainEqual(
    expect.objectContaining({ text: '' }),
  );
  expect(deltas.filter(({ type }) => type === 'tool-call-start')).toHaveLength(1);
  await ask();
  expect(local.received.map(({ body }) => 'tools' in body)).toEqual([true, false, false]);
  expect(second.received).toHaveLength(0);
});

test('An answer that breaks off while all of it is held back was not seen: the next model is asked', async () => {
  const broken = ollama.stream({ text: written }).split('\n\n').slice(0, 2).join('\n\n');
  const { ask, deltas } = await routerOver({ events: `${broken}\n\n`, afterEvents: 'cut' });
  expect(await ask()).toMatchObject({ text: 'from OpenAI', model: 'openai:gpt-5.2' });
  expect(deltas.every(({ type }) => type === 'text-delta')).toBe(true);
});
