import { describe, expect, it } from 'vitest';
import { defaultModels } from '../../../../../activities/models/ask/default-models.ts';
import { createPrices } from '../../../../../activities/models/pay/prices/prices.ts';
import { noUsage } from '../../../../../contracts/models/messages.ts';
import type { Usage } from '../../../../../contracts/models/messages.ts';

const { priceOf } = createPrices();
const at = new Date('2026-11-21T12:00:00Z');

function usd(model: string, usage: Partial<Usage>, when = at): string | undefined {
  return priceOf(model, { ...noUsage, ...usage }, when)?.usd.toFixed();
}

describe('the price of a call', () => {
  it('counts tokens that were written to a cache once, as the bill of Anthropic does', () => {
    // 3 tokens of input, 12,304 written to the cache, 550 of output: 0.000009 + 0.04614 + 0.00825.
    const usage = { inputTokens: 12_307, cacheWriteTokens: 12_304, outputTokens: 550 };
    expect(usd('anthropic:claude-3-7-sonnet-20250219', usage)).toBe('0.054399');
  });

  it('counts tokens that were written to a cache as other input where that has no price of its own', () => {
    const usage = { inputTokens: 10_000, cacheWriteTokens: 9_000, outputTokens: 100 };
    // 10,000 × 1.75 + 100 × 14, for a million tokens.
    expect(usd('openai:gpt-5.2', usage)).toBe('0.0189');
  });

  it('counts cached tokens at their own price and not at that of input too', () => {
    const usage = { inputTokens: 10_000, cachedInputTokens: 9_000, outputTokens: 100 };
    // 1,000 × 1.75 + 9,000 × 0.175 + 100 × 14, for a million tokens.
    expect(usd('openai:gpt-5.2', usage)).toBe('0.004725');
  });

  it('counts what was drawn at its own price, and what was written beside it as other output', () => {
    const usage = { inputTokens: 1_000, outputTokens: 1_100, imageTokens: 1_000 };
    // 1,000 × 2 + 100 × 12 + 1,000 × 120, for a million tokens.
    expect(usd('gemini:gemini-3-pro-image', usage)).toBe('0.1232');
    // 1,000 × 5 + 1,100 × 30: it has one price for output.
    expect(usd('openai:gpt-image-2', usage)).toBe('0.038');
  });

  it('counts reasoning of xAI once, as a part of the output', () => {
    const usage = { inputTokens: 1_000, outputTokens: 700, reasoningTokens: 500 };
    expect(usd('grok:grok-4', usage)).toBe('0.0135');
  });

  it('takes the tier of the whole input, exactly from its border on', () => {
    const usage = { outputTokens: 1_000 };
    expect(usd('gemini:gemini-2.5-pro', { ...usage, inputTokens: 200_000 })).toBe('0.26');
    expect(usd('gemini:gemini-2.5-pro', { ...usage, inputTokens: 200_001 })).toBe('0.5150025');
  });

  it('takes the price of the day and the hour of the call', () => {
    const usage = { inputTokens: 1_000_000 };
    expect(usd('openai:o3', usage, new Date('2025-06-09T12:00:00Z'))).toBe('10');
    expect(usd('openai:o3', usage, new Date('2025-06-10T12:00:00Z'))).toBe('2');
    expect(usd('deepseek:deepseek-chat', usage, new Date('2026-11-21T12:00:00Z'))).toBe('0.27');
  });

  it("counts DeepSeek's discount at night until it ended", () => {
    const usage = { inputTokens: 1_000_000 };
    const price = (day: string) => usd('deepseek:deepseek-chat', usage, new Date(day));
    expect(price('2025-08-21T18:00:00Z')).toBe('0.135');
    expect(price('2025-09-05T18:00:00Z')).toBe('0.27');
    expect(price('2026-11-21T18:00:00Z')).toBe('0.27');
  });

  it("counts DeepSeek's peak hours on weekdays twice, and its new prices from their day on", () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
    const price = (day: string) => usd('deepseek:deepseek-v4-flash', usage, new Date(day));
    expect(price('2026-08-01T12:00:00Z')).toBe('0.42');
    expect(price('2026-08-19T12:00:00Z')).toBe('0.88');
    expect(price('2026-08-19T07:00:00Z')).toBe('1.76');
    const hours = ['00:59', '01:00', '03:59', '04:00', '06:00', '09:59', '10:00', '12:00'];
    const friday = hours.map((hour) => price(`2026-11-27T${hour}:00Z`));
    expect(friday).toEqual(['0.75', '1.5', '1.5', '0.75', '1.5', '1.5', '0.75', '0.75']);
    expect(price('2026-11-28T07:00:00Z')).toBe('0.75');
    expect(usd('deepseek:deepseek-v4-pro', usage, new Date('2026-11-27T07:00:00Z'))).toBe('5.28');
  });

  it("takes Grok 4.6's tier for long prompts", () => {
    expect(usd('grok:grok-4.6', { inputTokens: 200_001 })).toBe('0.800004');
  });

  it('knows what the published prices lack, with the price of thinking', () => {
    const usage = { inputTokens: 1_000, outputTokens: 1_000 };
    expect(usd('qwen:qwen-plus', usage)).toBe('0.0016');
    expect(usd('qwen:qwen-plus', { ...usage, reasoningTokens: 1 })).toBe('0.0044');
  });

  it.each(defaultModels.map(({ name }) => name))(
    'is known for %s, which is asked by default, with where it comes from',
    (model) => {
      const source = priceOf(model, { ...noUsage, inputTokens: 1, outputTokens: 1 }, at)?.source;
      expect(source).toMatch(/^genai-prices \d+\.\d+\.\d+, |\d{4}-\d{2}-\d{2}$/);
    },
  );

  it('is exactly nothing for models that run here, whatever their name', () => {
    for (const model of ['ollama:qwen3:8b', 'demo:trend']) {
      expect(usd(model, { inputTokens: 123, outputTokens: 456 })).toBe('0');
    }
  });

  it('is not known for a model that nobody has a price of, and never zero', () => {
    expect(usd('openai:a-model-of-tomorrow', { inputTokens: 1 })).toBeUndefined();
    expect(usd('elsewhere:gpt-5.2', { inputTokens: 1 })).toBeUndefined();
    expect(usd('no name at all', { inputTokens: 1 })).toBeUndefined();
  });

  it('is unknown if a model with only an input price wrote output', () => {
    expect(usd('openai:text-embedding-3-small', { inputTokens: 1_000 })).toBe('0.00002');
    const usage = { inputTokens: 1_000, outputTokens: 1 };
    expect(usd('openai:text-embedding-3-small', usage)).toBeUndefined();
  });
});
