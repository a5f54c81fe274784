import { describe, expect, test } from 'vitest';
import { noUsage } from '../../../../contracts/models/messages.ts';
import { readDeployments } from '../../../../activities/models/deployments/read-deployments.ts';
import { createPrices } from '../../../../activities/models/pay/prices/prices.ts';

const at = new Date('2026-11-21');
const usage = { ...noUsage, inputTokens: 1_000_000, outputTokens: 1_000_000 };
const model = 'groq:mine';

async function pricesOf(deployments: object[]) {
  const written = deployments.map((one) => ({ model, apiKeyEnv: 'GROQ_KEY', ...one }));
  const keys = { GROQ_KEY: 'sk-0123' };
  return createPrices(await readDeployments(JSON.stringify({ deployments: written }), keys));
}

describe('the price of a deployment', () => {
  test('is what a call costs that it answered', async () => {
    const prices = await pricesOf([
      { name: 'cheap', price: { input: 1, output: 2 } },
      { name: 'dear', price: { input: 3, output: 1 } },
    ]);
    expect(prices.priceOf(model, usage, at, 'cheap')?.usd.toFixed()).toBe('3');
    expect(prices.priceOf(model, usage, at, 'dear')).toMatchObject({
      source: 'BATON_DEPLOYMENTS dear',
    });
    expect(prices.priceOf(model, usage, at, 'dear')?.usd.toFixed()).toBe('4');
  });

  test('counts for a budget as the highest that may come', async () => {
    const prices = await pricesOf([
      { name: 'a', price: { input: 1, output: 2 } },
      { name: 'b', price: { input: 3, output: 1, tiers: [{ above: 1000, input: 5, output: 1 }] } },
    ]);
    const { rates, tiers } = prices.unitPrices(model, at)!;
    expect([rates.input?.toFixed(), rates.output?.toFixed()]).toEqual(['3', '2']);
    expect(tiers.map(({ above, rates: { input } }) => [above, input?.toFixed()])).toEqual([
      [1000, '5'],
    ]);
  });

  test('is unknown for the model where that of one of them is', async () => {
    const prices = await pricesOf([{ name: 'a', price: { input: 1, output: 2 } }, { name: 'b' }]);
    expect(prices.unitPrices(model, at)).toBeUndefined();
    expect(prices.priceOf(model, usage, at, 'b')).toBeUndefined();
  });

  test('is that of the model where it says none', async () => {
    const known = { name: 'a', model: 'openai:gpt-5.2' };
    const prices = await pricesOf([known]);
    const listed = createPrices().unitPrices('openai:gpt-5.2', at);
    expect(prices.unitPrices('openai:gpt-5.2', at)).toEqual(listed);
    expect(prices.priceOf('openai:gpt-5.2', usage, at, 'a')?.source).toBe(listed?.source);
  });
});
