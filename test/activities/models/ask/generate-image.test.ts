import { expect, test, vi } from 'vitest';
import { guarded } from './guarded.ts';
import { never } from '../requests.ts';
import { scripted } from './scripted-provider.ts';

const image = {
  mediaType: 'image/png',
  data: 'iVBORw0K',
  usage: { inputTokens: 5, outputTokens: 100, imageTokens: 100 },
};
const request = { prompt: 'A bull', shape: 'square' } as const;

test('images go through the limits of their model', async () => {
  const generateImage = vi.fn(async () => image);
  const mock = { ...scripted('mock'), generateImage };
  const router = guarded({ mock }, { limits: { requestsPerMinute: 1 } });
  expect(await router.generateImage('mock:a', request, never)).toEqual({
    ...image,
    model: 'mock:a',
  });
  expect(generateImage.mock.calls).toMatchObject([[{ ...request, model: 'a' }, {}]]);
  await expect(router.generateImage('mock:a', request, never)).rejects.toMatchObject({
    name: 'CallDelayed',
  });
});

test('a provider without images, or one that is not there, says so', async () => {
  const router = guarded({ mock: scripted('mock') });
  await expect(router.generateImage('mock:a', request, never)).rejects.toThrow(
    'this provider cannot generate images',
  );
  await expect(router.generateImage('other:a', request, never)).rejects.toThrow(
    'no provider named other',
  );
});
