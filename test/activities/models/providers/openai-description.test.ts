import { describe, expect, test } from 'vitest';
import { createOpenAICheck, descriptions } from './api-description.ts';
import { goldenRequests } from './golden-requests.ts';
import { golden } from './golden.ts';
import { startMockServer } from '../mock-server.ts';
import { never } from '../requests.ts';
import { wireNamed } from './wires/index.ts';

describe.skipIf(!descriptions)(
  "OpenAI's published description (skipped unless API_DESCRIPTIONS names its folder)",
  () => {
    const cases = [...Object.keys(goldenRequests), 'streamed'];

    test('fits what is sent', { timeout: 60_000 }, async () => {
      const check = await createOpenAICheck('CreateChatCompletionRequest');
      for (const name of cases) {
        const body = await golden(`openai-${name}`);
        expect(check(body), name).toEqual([]);
      }
      const { messages } = (await golden('openai-streamed')) as { messages: unknown };
      expect(check({ model: 'gpt-5.2', messages, temperature: 'low' })).not.toEqual([]);
    });

    test('fits what is sent for embeddings', { timeout: 60_000 }, async () => {
      const check = await createOpenAICheck('CreateEmbeddingRequest');
      const body = { data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 1 } };
      const server = await startMockServer({ body });
      const { embed } = wireNamed('openai').create(server.url);
      await embed!({ model: 'text-embedding-3-small', texts: ['a'], dimensions: 256 }, never);
      expect(check(server.received[0]!.body)).toEqual([]);
    });
  },
);
