import { describe, expect, it } from 'vitest';
import {
  priceDifferences,
  readPriceList,
} from '../../../../../activities/models/pay/prices/price-lists.ts';
import { priceEntry } from '../../../../../activities/models/pay/prices/price-entry.ts';
import { createPrices } from '../../../../../activities/models/pay/prices/prices.ts';

const litellm = readPriceList('LiteLLM', {
  'gpt-5.2': { input_cost_per_token: 1.75e-6, output_cost_per_token: 1.4e-5 },
  'gemini/gemini-2.5-pro': {
    input_cost_per_token: 1.25e-6,
    output_cost_per_token: 1e-5,
    input_cost_per_token_above_200k_tokens: 3e-6,
  },
  'dashscope/qwen3.7-plus': {
    tiered_pricing: [
      { range: [0, 256_000], input_cost_per_token: 4e-7, output_cost_per_token: 1.6e-6 },
      { range: [256_000, 1e6], input_cost_per_token: 1.3e-6, output_cost_per_token: 4.8e-6 },
    ],
  },
  'dashscope/qwen-plus': { input_cost_per_token: 4e-7, output_cost_per_reasoning_token: 5e-6 },
});
const modelsDev = readPriceList('models.dev', {
  openai: { models: { 'gpt-5.2': { cost: { input: 2, output: 14, cache_read: 0.175 } } } },
  alibaba: { models: { 'qwen3.7-plus': { cost: { input: 0.4, output: 1.6, cache_write: 0.6 } } } },
});
const compare = (...models: string[]) =>
  priceDifferences(models, {
    prices: createPrices(),
    lists: [litellm, modelsDev],
    at: new Date('2026-11-21T12:00:00Z'),
  }).map(({ list, price, ours, theirs }) => [list, price, ours, theirs]);

describe('prices against the lists of others', () => {
  it('differ where a list has another price, but not where it has none', () => {
    expect(compare('openai:gpt-5.2')).toEqual([['models.dev', 'input', '1.75', '2']]);
  });

  it('are looked at by tier, cache write and thinking too', () => {
    expect(compare('gemini:gemini-2.5-pro')).toEqual([
      ['LiteLLM', 'input above 200000', '2.5', '3'],
    ]);
    expect(compare('qwen:qwen-plus')).toEqual([['LiteLLM', 'thinkingOutput', '4', '5']]);
    expect(compare('qwen:qwen3.7-plus')).toEqual([
      ['LiteLLM', 'input above 256000', '1.2', '1.3'],
      ['models.dev', 'cacheWrite', '0.5', '0.6'],
    ]);
  });

  it('are unknown where only a list has them', () => {
    const list = readPriceList('LiteLLM', { 'gpt-9': { input_cost_per_token: 1e-6 } });
    const found = priceDifferences(['openai:gpt-9'], {
      prices: createPrices(),
      lists: [list],
      at: new Date(),
    });
    expect(found).toMatchObject([{ price: 'input', ours: 'unknown', theirs: '1' }]);
  });

  it('of a list fit into a file of own prices', () => {
    const entry = litellm.find('gemini', 'gemini-2.5-pro');
    expect(priceEntry.safeParse(JSON.parse(JSON.stringify(entry))).error).toBeUndefined();
  });

  it('are not read from what is no list', () => {
    expect(() => readPriceList('page', '<html>')).toThrow();
  });
});
