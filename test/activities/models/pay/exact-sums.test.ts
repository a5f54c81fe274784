import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noUsage } from '../../../../contracts/models/messages.ts';
import type { Usage } from '../../../../contracts/models/messages.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { databases } from '../../../support/databases.ts';
import { callerOf, openShop } from './shop.ts';

/** Millionths of a dollar for a million tokens, as the providers' price lists have them. */
type MicroPrices = { input: bigint; cached: bigint; written: bigint; output: bigint };

const dollar = 1_000_000n;
const perMillion = (
  input: bigint,
  cached: bigint,
  output: bigint,
  written = input,
): MicroPrices => ({
  input,
  cached,
  written,
  output,
});

const priceLists: Record<string, (usage: Usage) => MicroPrices> = {
  'anthropic:claude-sonnet-5': () => perMillion(2_000_000n, 200_000n, 10_000_000n, 2_500_000n),
  'openai:gpt-5.2': () => perMillion(1_750_000n, 175_000n, 14_000_000n),
  'openai:gpt-4o-mini': () => perMillion(150_000n, 75_000n, 600_000n),
  'gemini:gemini-2.5-pro': ({ inputTokens }) =>
    inputTokens > 200_000
      ? perMillion(2_500_000n, 250_000n, 15_000_000n)
      : perMillion(1_250_000n, 125_000n, 10_000_000n),
  'grok:grok-4': () => perMillion(3_000_000n, 750_000n, 15_000_000n),
  'deepseek:deepseek-chat': () => perMillion(270_000n, 70_000n, 1_100_000n),
  'kimi:kimi-k2.5': () => perMillion(600_000n, 100_000n, 3_000_000n),
  'qwen:qwen-plus': ({ reasoningTokens }) =>
    perMillion(400_000n, 80_000n, reasoningTokens > 0 ? 4_000_000n : 1_200_000n),
  'ollama:qwen3:8b': () => perMillion(0n, 0n, 0n),
};

/** The cost in units of 10⁻¹² dollars: whole numbers, so that nothing is rounded. */
function exactCost(model: string, usage: Usage): bigint {
  const { input, cached, written, output } = priceLists[model]!(usage);
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  const plain = inputTokens - cachedInputTokens - cacheWriteTokens;
  return (
    BigInt(plain) * input +
    BigInt(cachedInputTokens) * cached +
    BigInt(cacheWriteTokens) * written +
    BigInt(outputTokens) * output
  );
}

function asDecimalText(units: bigint): string {
  const whole = units / (dollar * dollar);
  const fraction = String(units % (dollar * dollar))
    .padStart(12, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}

const callArbitrary = fc
  .record({
    model: fc.constantFrom(...Object.keys(priceLists)),
    plain: fc.integer({ min: 1, max: 150_000 }),
    cached: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 })),
    written: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_999 })),
    output: fc.integer({ min: 1, max: 9_999 }),
    reasoning: fc.nat(),
  })
  .map(({ model, plain, cached, written, output, reasoning }) => ({
    model,
    usage: {
      ...noUsage,
      inputTokens: plain + cached + (model.startsWith('anthropic') ? written : 0),
      cachedInputTokens: cached,
      cacheWriteTokens: model.startsWith('anthropic') ? written : 0,
      outputTokens: output,
      reasoningTokens: reasoning % (output + 1),
    },
  }));

describe.each(databases)('1,000 calls of mixed models with cached tokens on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('cost in the records exactly what they cost by the price lists, together and by model', async () => {
    const calls = fc.sample(callArbitrary, { numRuns: 1_000, seed: 20_261_121 });
    const answers = new Map(calls.map((call, index) => [`c${index}`, call]));
    const shop = openShop(database.db, {
      now: () => new Date('2026-11-21T12:00:00Z'),
      answer: ({ request: { messages } }) => answers.get(messages[0]!.text)!,
    });
    for (const [id, { model }] of answers) {
      await shop.call({
        caller: callerOf({ user: 'ada', agent: model }),
        chain: [model],
        request: { messages: [{ role: 'user', text: id }], tools: [], toolChoice: 'auto' },
      });
    }

    const sumOf = (which: typeof calls) =>
      asDecimalText(which.reduce((sum, { model, usage }) => sum + exactCost(model, usage), 0n));
    const { calls: count, costUsd, unknownPriceCalls } = await shop.modelCalls.total({});
    expect({ count, costUsd, unknownPriceCalls }).toEqual({
      count: 1_000,
      costUsd: sumOf(calls),
      unknownPriceCalls: 0,
    });
    const rows = await shop.modelCalls.costs('model', { limit: 100 });
    expect(Object.fromEntries(rows.map((row) => [row.key, row.costUsd]))).toEqual(
      Object.fromEntries(
        Object.keys(priceLists).map((name) => [
          name,
          sumOf(calls.filter(({ model }) => model === name)),
        ]),
      ),
    );
    expect((await shop.state('day:2026-11-21')).spentUsd).toBe(sumOf(calls));
    expect((await shop.state('user:ada:2026-11-21')).spentUsd).toBe(sumOf(calls));
  }, 60_000);
});
