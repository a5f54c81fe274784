import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noUsage } from '../../../../../contracts/models/messages.ts';
import { readAnthropicMessage } from '../../../../../activities/models/providers/anthropic/response.ts';
import { createPrices } from '../../../../../activities/models/pay/prices/prices.ts';

const at = new Date('2026-11-21');
const model = 'anthropic:claude-sonnet-4-5';
const prices = createPrices();
const perToken = prices.unitPrices(model, at)!.rates.input!.div(1_000_000);

/** What a call cost in prices of an input token. */
function paid(usage: object) {
  const { usd, saved } = prices.priceOf(model, { ...noUsage, ...usage }, at)!;
  return { cost: usd.div(perToken).toNumber(), saved: saved.div(perToken).toNumber() };
}

describe('the price list of Anthropic, in input tokens', () => {
  test('a token read from the cache costs a tenth', () => {
    expect(paid({ inputTokens: 1000, cachedInputTokens: 1000 })).toEqual({ cost: 100, saved: 900 });
  });

  test('a token written to the cache costs a quarter more', () => {
    const usage = { inputTokens: 1000, cacheWriteTokens: 1000 };
    expect(paid(usage)).toEqual({ cost: 1250, saved: -250 });
  });

  test('a token written to the cache for an hour costs twice as much', () => {
    const usage = { inputTokens: 1000, cacheWriteTokens: 1000, cacheWriteHourTokens: 1000 };
    expect(paid(usage)).toEqual({ cost: 2000, saved: -1000 });
  });

  test('all kinds add up', () => {
    const usage = {
      inputTokens: 1000,
      cachedInputTokens: 600,
      cacheWriteTokens: 300,
      cacheWriteHourTokens: 100,
    };
    // 100 as they are, 600 at 0.1, 200 at 1.25, 100 at 2.
    expect(paid(usage)).toEqual({ cost: 610, saved: 390 });
  });

  test('cost and savings are together what it would cost without a cache', () => {
    fc.assert(
      fc.property(
        fc.nat(9999),
        fc.nat(9999),
        fc.nat(9999),
        fc.nat(9999),
        (plain, read, five, hour) => {
          const inputTokens = plain + read + five + hour;
          const { usd, saved } = prices.priceOf(
            model,
            {
              ...noUsage,
              inputTokens,
              cachedInputTokens: read,
              cacheWriteTokens: five + hour,
              cacheWriteHourTokens: hour,
            },
            at,
          )!;
          expect(usd.plus(saved).toFixed()).toBe(perToken.times(inputTokens).toFixed());
        },
      ),
    );
  });
});

test('what Anthropic wrote for an hour is told apart', () => {
  const { usage } = readAnthropicMessage({
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 10,
      output_tokens: 5,
      cache_read_input_tokens: 600,
      cache_creation_input_tokens: 300,
      cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 100 },
    },
  })!;
  expect(usage).toEqual({
    inputTokens: 910,
    outputTokens: 5,
    cachedInputTokens: 600,
    cacheWriteTokens: 300,
    cacheWriteHourTokens: 100,
    reasoningTokens: 0,
  });
});

test('a call without cached tokens saves nothing', () => {
  expect(paid({ inputTokens: 1000, outputTokens: 10 }).saved).toBe(0);
});
