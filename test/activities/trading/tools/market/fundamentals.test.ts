import { describe, expect, test } from 'vitest';
import { getFundamentals } from '../../../../../activities/trading/tools/market/get-fundamentals.ts';
import { screenStocks } from '../../../../../activities/trading/tools/market/screen-stocks.ts';
import { toolSpecOf } from '../../../../../activities/tool-kit/tool.ts';
import type { ToolContext } from '../../../../../activities/tool-kit/tool.ts';
import type { Services } from '../../../../../activities/trading/services.ts';

const tools = [getFundamentals, screenStocks];

/** The answer of a tool whose service gives back what it is asked for. */
async function ask(tool: (typeof tools)[number], args: object) {
  const echo = async (request: object) => ({ ...request });
  const market = { moment: async () => undefined };
  const services = { market, fundamentals: { read: echo }, screener: { screen: echo } };
  const context = { services } as unknown as ToolContext<Services>;
  return tool.handle(tool.schema.parse(args) as never, context);
}

describe.each(tools)('$name', (tool) => {
  test('says what to set where there is no key, or the source is not asked', () => {
    const missing = (settings: object) => toolSpecOf(tool, { ...settings }).missing;
    expect(missing({})).toContain('set FMP_API_KEY');
    expect(missing({ FMP_API_KEY: 'key', BATON_MARKET_SOURCES: ['ccxt'] })).toBe(
      'add fmp to BATON_MARKET_SOURCES',
    );
    expect(missing({ FMP_API_KEY: 'key', BATON_MARKET_SOURCES: ['fmp'] })).toBeUndefined();
  });

  test('takes its example', async () => {
    expect(await ask(tool, tool.example!)).toMatchObject(tool.example!);
  });

  test('has an error for what cannot be called after all', async () => {
    const context = { services: {} } as unknown as ToolContext<Services>;
    const args = tool.schema.parse(tool.example) as never;
    await expect(tool.handle(args, context)).rejects.toThrow('not configured');
  });
});

test('get_fundamentals takes a symbol in any case, and no day that is still to come', async () => {
  expect(await ask(getFundamentals, { symbol: ' aapl ', asOf: '2024-05-31' })).toEqual({
    symbol: 'AAPL',
    asOf: '2024-05-31',
  });
  const asOf = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  expect(getFundamentals.schema.safeParse({ symbol: 'AAPL', asOf }).success).toBe(false);
});

test('screen_stocks gives the largest first unless asked otherwise', async () => {
  expect(await ask(screenStocks, { country: 'us' })).toEqual({
    country: 'US',
    sortBy: 'marketCap',
  });
  expect(screenStocks.schema.safeParse({ sortBy: 'luck' }).success).toBe(false);
});
