import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOwnPrices } from '../../../../../activities/models/pay/prices/own-prices.ts';
import { createPrices } from '../../../../../activities/models/pay/prices/prices.ts';
import { noUsage } from '../../../../../contracts/models/messages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(content: string): Promise<string> {
  const path = join(folder, 'prices.json');
  await writeFile(path, content);
  return path;
}
const write = (content: object) => fileOf(JSON.stringify(content));

describe('prices of the user', () => {
  it('go before published ones, with tiers, cached input and decimal text', async () => {
    const own = await readOwnPrices(
      await write({
        'openai:gpt-5.2': {
          input: '0.3',
          cachedInput: '0.000001',
          output: 0.7,
          tiers: [{ above: 1_000, input: 2, output: 3 }],
        },
      }),
    );
    const { priceOf } = createPrices({ own });
    const price = (inputTokens: number, cachedInputTokens: number) =>
      priceOf(
        'openai:gpt-5.2',
        { ...noUsage, inputTokens, cachedInputTokens, outputTokens: 1 },
        new Date(),
      );
    expect(price(1_000, 1)?.usd.toFixed()).toBe('0.000300400001');
    expect(price(1_001, 0)?.usd.toFixed()).toBe('0.002005');
    expect(price(1, 0)?.source).toContain('BATON_PRICES');
  });

  it('can be given to models that run here', async () => {
    const own = await readOwnPrices(await write({ 'ollama:big': { input: 1, output: 1 } }));
    const { priceOf } = createPrices({ own });
    const usage = { ...noUsage, inputTokens: 1_000_000 };
    expect(priceOf('ollama:big', usage, new Date())?.usd.toFixed()).toBe('1');
  });

  it('name every mistake with its place', async () => {
    const path = await write({
      'gpt-5.2': { input: 1 },
      'openai:a': { input: -1, output: '1e3' },
      'openai:b': { input: 0.0000001 },
      'openai:c': { input: 1, ouput: 2 },
      'openai:d': {},
    });
    const problem = await readOwnPrices(path).catch((error: Error) => error.message);
    expect(problem).toMatch(/gpt-5\.2: write provider:model/);
    expect(problem).toMatch(/openai:a\.input: write US dollars for a million tokens/);
    expect(problem).toMatch(/openai:a\.output: write US dollars/);
    expect(problem).toMatch(/openai:b\.input: at most 6 decimals/);
    expect(problem).toMatch(/openai:c: .*ouput/);
    expect(problem).toMatch(/openai:d\.input: /);
    expect(problem).toContain('"openai:my-model"');
  });

  it.each([
    ['is not JSON', () => fileOf('{')],
    ['cannot be read', async () => join(folder, 'nowhere.json')],
  ])('say that the file %s', async (what, path) => {
    await expect(readOwnPrices(await path())).rejects.toThrow(what);
  });
});
