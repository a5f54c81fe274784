import { describe, expect, test } from 'vitest';
import { startMockServer } from '../mock-server.ts';
import type { Received } from '../mock-server.ts';
import { never } from '../requests.ts';
import { wireNamed } from './wires/index.ts';

/** Answers with one vector a text, the last text first: `[length of the text]`. */
function backwards({ body }: Received) {
  const texts = body['input'] as string[];
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length],
  }));
  const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
  return { body: { object: 'list', data: data.toReversed(), model: 'model', usage } };
}

describe.each(['openai', 'qwen', 'ollama'])('embeddings of %s', (name) => {
  const wire = wireNamed(name);

  test('are one vector a text, in the order of the texts, over several requests', async () => {
    const server = await startMockServer(backwards);
    const texts = Array.from({ length: 300 }, (_, index) => 'x'.repeat(index));
    const { embed } = wire.create(server.url);
    const { vectors, inputTokens } = await embed!({ model: 'model', texts, dimensions: 1 }, never);
    expect(vectors).toEqual(texts.map((text) => [text.length]));
    expect(inputTokens).toBe(300);
    expect(server.received.length).toBeGreaterThan(1);
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/embeddings',
      body: { model: 'model', encoding_format: 'float', dimensions: 1 },
    });
  });

  test('that are fewer than the texts are an error', async () => {
    const body = { data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 2 } };
    const server = await startMockServer({ body });
    const { embed } = wire.create(server.url);
    await expect(embed!({ model: 'model', texts: ['a', 'b'] }, never)).rejects.toMatchObject({
      kind: 'transient',
      code: 'UNREADABLE_ANSWER',
    });
  });

  test('fail as chats do', async () => {
    const server = await startMockServer({ status: 401, body: wire.error('error', 'Wrong key') });
    const { embed } = wire.create(server.url);
    await expect(embed!({ model: 'model', texts: ['a'] }, never)).rejects.toMatchObject({
      provider: name,
      kind: 'unauthorized',
      message: 'Wrong key',
    });
  });
});

test.each(['deepseek', 'kimi', 'grok'])('%s has no embeddings', (name) => {
  expect(wireNamed(name).create('http://127.0.0.1').embed).toBeUndefined();
});
