import { describe, expect, test } from 'vitest';
import { startMockServer } from '../mock-server.ts';
import { never } from '../requests.ts';
import { wireNamed } from './wires/index.ts';

const png = 'iVBORw0KGgo=';
const jpeg = '/9j/4AAQSkZJRg==';
const request = { model: 'model', prompt: 'A bull', shape: 'landscape' } as const;

describe('an image of openai', () => {
  const wire = wireNamed('openai');

  test('is asked for in its sizes, and comes with what it took', async () => {
    const server = await startMockServer({
      body: {
        created: 1,
        data: [{ b64_json: png }],
        output_format: 'png',
        usage: {
          input_tokens: 12,
          input_tokens_details: { image_tokens: 0, text_tokens: 12 },
          output_tokens: 1568,
          total_tokens: 1580,
        },
      },
    });
    expect(await wire.create(server.url).generateImage!(request, never)).toEqual({
      mediaType: 'image/png',
      data: png,
      usage: { inputTokens: 12, outputTokens: 1568, imageTokens: 1568 },
    });
    expect(server.received).toMatchObject([
      {
        method: 'POST',
        path: '/v1/images/generations',
        body: { model: 'model', prompt: 'A bull', n: 1, size: '1536x1024', quality: 'medium' },
      },
    ]);
  });

  test('that is refused, or is none, is an error as of chats', async () => {
    const refusing = await startMockServer({
      status: 400,
      body: wire.error(
        'image_generation_user_error',
        'Refused by the safety system',
        'moderation_blocked',
      ),
    });
    await expect(wire.create(refusing.url).generateImage!(request, never)).rejects.toMatchObject({
      provider: 'openai',
      message: 'Refused by the safety system',
    });
    const empty = await startMockServer({ body: { created: 1, data: [] } });
    await expect(wire.create(empty.url).generateImage!(request, never)).rejects.toMatchObject({
      kind: 'transient',
      code: 'UNREADABLE_ANSWER',
    });
  });
});

test('an image of grok is asked for by its ratio, as data', async () => {
  const server = await startMockServer({ body: { data: [{ b64_json: jpeg }] } });
  const { generateImage } = wireNamed('grok').create(server.url);
  expect(await generateImage!({ ...request, shape: 'portrait' }, never)).toEqual({
    mediaType: 'image/jpeg',
    data: jpeg,
    usage: { inputTokens: 0, outputTokens: 0, imageTokens: 0 },
  });
  expect(server.received[0]).toMatchObject({
    path: '/v1/images/generations',
    body: { aspect_ratio: '2:3', response_format: 'b64_json' },
  });
});

describe('an image of gemini', () => {
  const wire = wireNamed('gemini');

  test('is a part of an answer, of which its tokens are counted apart', async () => {
    const server = await startMockServer({
      body: {
        candidates: [
          {
            finishReason: 'STOP',
            content: {
              role: 'model',
              parts: [
                { text: 'Here it is.' },
                { inlineData: { mimeType: 'image/png', data: png } },
              ],
            },
          },
        ],
        usageMetadata: {
          promptTokenCount: 5,
          candidatesTokenCount: 1_300,
          totalTokenCount: 1_305,
          candidatesTokensDetails: [
            { modality: 'TEXT', tokenCount: 10 },
            { modality: 'IMAGE', tokenCount: 1_290 },
          ],
        },
      },
    });
    expect(await wire.create(server.url).generateImage!(request, never)).toEqual({
      mediaType: 'image/png',
      data: png,
      usage: { inputTokens: 5, outputTokens: 1_300, imageTokens: 1_290 },
    });
    expect(server.received[0]).toMatchObject({
      path: '/v1beta/models/model:generateContent',
      body: {
        generationConfig: {
          responseModalities: ['TEXT', 'IMAGE'],
          imageConfig: { aspectRatio: '3:2' },
        },
      },
    });
  });

  test.each([
    ['IMAGE_SAFETY', 'content_filter'],
    ['STOP', 'invalid_request'],
  ])('that is not there says why: %s', async (finishReason, kind) => {
    const server = await startMockServer({
      body: {
        candidates: [{ finishReason, content: { role: 'model', parts: [{ text: 'No.' }] } }],
      },
    });
    await expect(wire.create(server.url).generateImage!(request, never)).rejects.toMatchObject({
      kind,
      code: finishReason,
    });
  });
});

test.each(['anthropic', 'deepseek', 'kimi', 'qwen', 'ollama'])('%s makes no images', (name) => {
  expect(wireNamed(name).create('http://127.0.0.1').generateImage).toBeUndefined();
});
