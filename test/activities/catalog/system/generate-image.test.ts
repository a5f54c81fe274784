import { describe, expect, test } from 'vitest';
import { generateImage } from '../../../../activities/catalog/system/generate-image.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { toolOf } from '../../tools/outside.ts';
import { toolModels } from '../../tools/tool-models.ts';

const keys = { OPENAI_API_KEY: 'key' };
const args = { prompt: 'A bull and a bear', shape: 'landscape' };

describe('generate_image', () => {
  test('keeps the image with its run, and gives a reference to it', async () => {
    const { models, images } = toolModels({ keys });
    const stored: { id: string; content: Json }[] = [];
    const { run } = await toolOf(generateImage, {
      models,
      store: (artifact) => stored.push(artifact),
    });
    const payer = {
      source: 'run',
      user: 'ann',
      priority: 'normal',
      runId: 'run_1',
      budgets: [],
    } as const;
    const answer = await run(args, { key: 'run_1/draw#tool', payer: { ...payer, budgets: [] } });
    const content = 'data:image/png;base64,iVBORw0KGgo=';
    expect(answer).toEqual({
      image: {
        artifact: stored[0]?.id,
        bytes: content.length,
        preview: 'image/png, 8 bytes',
      },
      mediaType: 'image/png',
      bytes: 8,
      model: 'openai:gpt-image-2',
      costUsd: '0.05',
    });
    expect(stored).toMatchObject([
      { id: expect.stringMatching(/^run_1\/draw#tool\.image-/), runId: 'run_1', content },
    ]);
    expect(images).toMatchObject([
      { model: 'openai:gpt-image-2', request: args, caller: { runId: 'run_1', user: 'ann' } },
    ]);
  });

  test('gives the image itself where there is no run to keep it', async () => {
    const stored: unknown[] = [];
    const { models } = toolModels({ keys });
    const { run } = await toolOf(generateImage, {
      models,
      store: (artifact) => stored.push(artifact),
    });
    expect(await run(args)).toMatchObject({ image: 'data:image/png;base64,iVBORw0KGgo=' });
    expect(stored).toEqual([]);
  });

  test.each([
    [{ OPENAI_API_KEY: 'a', GEMINI_API_KEY: 'b' }, {}, 'openai:gpt-image-2'],
    [{ GEMINI_API_KEY: 'b' }, {}, 'gemini:gemini-3-pro-image'],
    [{ OPENAI_API_KEY: 'a' }, { BATON_IMAGE_MODEL: 'grok:some-image' }, 'grok:some-image'],
  ])(
    'asks the model of the keys %j, or the one that is set: %j',
    async (given, settings, model) => {
      const { models, images } = toolModels({ keys: given });
      const { run } = await toolOf(generateImage, { models, settings });
      await run(args);
      expect(images[0]?.model).toBe(model);
    },
  );

  test('says what to set', async () => {
    const { models } = toolModels();
    const without = await toolOf(generateImage, { models });
    expect(without.spec.missing).toBe(
      'set one of OPENAI_API_KEY, GEMINI_API_KEY, XAI_API_KEY, or BATON_IMAGE_MODEL',
    );
    const settings = { BATON_IMAGE_MODEL: 'none:image' };
    const wrong = await toolOf(generateImage, { models, settings });
    expect(wrong.spec.missing).toBe('none:image: set NONE_API_KEY');
  });
});
