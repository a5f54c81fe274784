import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany } from 'ai';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createOpenAICheck,
  descriptions,
} from '../../activities/models/providers/api-description.ts';
import { apiKey } from './support/gateway.ts';
import type { Asked } from './support/upstream.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway({
  environment: {
    BATON_MODEL_ALIASES: 'vectors=openai:text-embedding-3-small;two=openai:a,openai:b',
  },
});
beforeAll(() => served.upstream.script(answerVectors));

const isEmbeddings = descriptions ? await createOpenAICheck('CreateEmbeddingResponse') : () => [];

/** Numbers that floats of 32 bits have exactly; the first is the length of the text. */
const vectorOf = (text: string) => [text.length, 0.5, -0.25];

/** Answers as OpenAI's API and as Gemini's do. */
function answerVectors({ body }: Asked) {
  if (body.requests) {
    const texts = body.requests.map(({ content }: any) => content.parts[0].text);
    const embeddings = texts.map((text: string) => ({ values: vectorOf(text) }));
    return { body: { embeddings, usageMetadata: { promptTokenCount: 8 } } };
  }
  const texts: string[] = [body.input].flat();
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text),
  }));
  return {
    body: { object: 'list', data, model: 'm', usage: { prompt_tokens: 8, total_tokens: 8 } },
  };
}

const input = ['a', 'bcd'];

const models = [
  'openai/text-embedding-3-small',
  'qwen/text-embedding-v4',
  'gemini/gemini-embedding-2',
  'ollama/nomic-embed-text',
];

it.each([
  ['of one text', [1, 2, 3], [[1, 2, 3]]],
  ['of several texts', [[1], [2, 3]], [[1], [2, 3]]],
])('token ids %s are given to OpenAI as they are', async (_name, ids, sent) => {
  const { data } = await served.openai.embeddings.create({
    model: 'openai/text-embedding-3-small',
    input: ids,
  });
  expect(data).toHaveLength(sent.length);
  expect(served.upstream.asked.at(-1)?.body.input).toEqual(sent);
});

describe.each(models)('the openai package gets vectors of %s', (model) => {
  it('as base64, which is its own way', async () => {
    const { data, usage } = await served.openai.embeddings.create({ model, input });
    expect(data.map(({ index, embedding }) => ({ index, embedding }))).toEqual(
      input.map((text, index) => ({ index, embedding: vectorOf(text) })),
    );
    expect(usage).toEqual({ prompt_tokens: 8, total_tokens: 8 });
  });

  it('as numbers, in the form of the description', async () => {
    const request = { model, input: 'a', encoding_format: 'float' as const };
    const { status, body } = await served.gateway.request('POST', '/v1/embeddings', request);
    expect(status).toBe(200);
    expect(isEmbeddings(body)).toEqual([]);
    expect(body.data).toEqual([{ object: 'embedding', index: 0, embedding: vectorOf('a') }]);
  });
});

it.each(models)('the AI SDK gets vectors of %s', async (model) => {
  const baseURL = `${served.gateway.url}/v1`;
  const baton = createOpenAICompatible({ name: 'baton', baseURL, apiKey });
  const { embeddings, usage } = await embedMany({
    model: baton.embeddingModel(model),
    values: input,
  });
  expect(embeddings).toEqual(input.map(vectorOf));
  expect(usage.tokens).toBe(8);
});

it('an alias may stand for one model, whose length of vectors can be chosen', async () => {
  served.upstream.asked.length = 0;
  const { model } = await served.openai.embeddings.create({
    model: 'vectors',
    input,
    dimensions: 3,
  });
  expect(model).toBe('openai:text-embedding-3-small');
  expect(served.upstream.asked[0]?.body).toMatchObject({ dimensions: 3 });
});

describe('is refused', () => {
  it.each([
    ['a name of several models', { model: 'two', input }, 400, 'model'],
    ['no text', { model: 'vectors', input: [] }, 400, 'input'],
  ])('%s', async (_name, request, status, param) => {
    const answer = await served.gateway.request('POST', '/v1/embeddings', request);
    expect(answer.status).toBe(status);
    expect(answer.body.error.param).toContain(param);
  });

  it('token ids where the provider has tokens of its own', async () => {
    const { status, body } = await served.gateway.request('POST', '/v1/embeddings', {
      model: 'qwen/text-embedding-v4',
      input: [1, 2],
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('send texts');
  });

  it('a provider without embeddings', async () => {
    const { status, body } = await served.gateway.request('POST', '/v1/embeddings', {
      model: 'anthropic/claude-sonnet-5',
      input,
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.stringContaining('no embedding models; use another one'),
    });
  });
});
