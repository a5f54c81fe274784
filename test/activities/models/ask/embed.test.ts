import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guarded } from './guarded.ts';
import { never } from '../requests.ts';
import { fails, scripted } from './scripted-provider.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const embedder = () => ({
  ...scripted('mock'),
  embed: vi.fn(async ({ texts }: { texts: string[] }) => ({
    vectors: texts.map(() => [1, 0]),
    inputTokens: 5,
  })),
});

describe('embeddings', () => {
  test('go through the limits of their model', async () => {
    const { embed } = guarded({ mock: embedder() }, { limits: { requestsPerMinute: 1 } });
    expect(await embed('mock:a', { texts: ['x', 'y'] }, never)).toEqual({
      vectors: [
        [1, 0],
        [1, 0],
      ],
      inputTokens: 5,
      model: 'mock:a',
    });
    await expect(embed('mock:a', { texts: ['x'] }, never)).rejects.toMatchObject({
      name: 'CallDelayed',
      retryAfterMs: expect.closeTo(60_500, -3),
    });
  });

  test('are tried once more after a transient failure, and then spared by the breaker', async () => {
    const mock = embedder();
    mock.embed.mockImplementation(
      (request) => fails('transient', '503')(request as never, never) as never,
    );
    const { embed } = guarded({ mock });
    const call = async () => {
      const failed = Promise.allSettled([embed('mock:a', { texts: ['x'] }, never)]);
      await vi.advanceTimersByTimeAsync(2_000);
      return (await failed)[0];
    };
    expect(await call()).toMatchObject({
      reason: { retryable: true, attempts: [{ status: 'failed' }, { status: 'failed' }] },
    });
    await call();
    await call();
    expect(await call()).toMatchObject({
      reason: { retryable: true, attempts: [{ error: { code: 'CIRCUIT_OPEN' } }] },
    });
    expect(mock.embed).toHaveBeenCalledTimes(5);
  });

  test('say so where the provider has none', async () => {
    await expect(
      guarded({ mock: scripted('mock') }).embed('mock:a', { texts: ['x'] }, never),
    ).rejects.toThrow('this provider has no embedding models');
  });
});
