import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { outputForms } from '../../../../contracts/trading/outputs.ts';
import { createDemoProvider } from '../../../../activities/models/providers/demo.ts';
import { answerByRule } from '../../../../activities/trading/demo/index.ts';
import { allTools, definition, market, outputDefinitions, toolSchemas, work } from './demo-desk.ts';
import type { ToolName } from './demo-desk.ts';
import { never, request } from '../../models/requests.ts';

const trading: ToolName[] = allTools.filter((name) => name !== 'delegate_to_research');
const decision = outputForms.TradeDecision.variants.submit_trade_decision.parameters;

describe('the plan', () => {
  test('asks research first, then the market, news and portfolio, then calculates, in parallel', async () => {
    const { turns } = await work({ tools: allTools, output: 'TradeDecision', replies: market(1) });
    expect(turns.map((calls) => calls.map(({ name }) => name))).toEqual([
      ['delegate_to_research'],
      ['get_price', 'get_ohlcv', 'get_indicators'],
      ['search_news', 'get_portfolio'],
      ['analyze_sentiment'],
      ['calculate_position_size', 'calculate_risk_reward'],
    ]);
  });

  test('calls satisfy the schemas of the tools and have ids of their own', async () => {
    const { turns } = await work({ tools: allTools, replies: market(-1) });
    const calls = turns.flat();
    for (const { name, args } of calls) {
      expect(toolSchemas[name as ToolName].safeParse(args)).toMatchObject({ success: true });
    }
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  });

  test('sizes by equity, price and a stop of two ATR', async () => {
    const { turns } = await work({ tools: trading, replies: market(1) });
    expect(turns.at(-1)).toMatchObject([
      {
        name: 'calculate_position_size',
        args: {
          equity: 100_000,
          riskPercent: 1,
          entryPrice: 3000,
          stopPrice: 2940,
          maximumNotional: 47_500,
        },
      },
      {
        name: 'calculate_risk_reward',
        args: { side: 'long', entryPrice: 3000, stopPrice: 2940, targetPrice: 3120 },
      },
    ]);
  });

  test('works with any part of the tools, and always comes to an end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(allTools), fc.subarray(allTools), async (tools, failing) => {
        const broken = Object.fromEntries(failing.map((name) => [name, new Error('unreachable')]));
        const { turns, delivered } = await work({
          tools,
          output: 'TradeDecision',
          replies: market(1, broken),
        });
        const names = turns.flat().map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(decision.safeParse(delivered?.args)).toMatchObject({ success: true });
      }),
      { numRuns: 50 },
    );
  });
});

test('a report gives the figures with source and as-of time, and what failed', async () => {
  const { text, delivered } = await work({
    task: 'Analyse SPX',
    tools: ['get_price', 'get_ohlcv', 'get_indicators', 'search_news', 'analyze_sentiment'],
    replies: market(1, { get_ohlcv: new Error('no bars') }),
  });
  expect(delivered).toBeUndefined();
  expect(text).toMatch(/^Demo model, no LLM\. Report on SPX/);
  expect(text).toContain('Price: 3,000 USD (+1 % in 24 h). Source: made up, as of 2020-01-02');
  expect(text).toContain('score 1 of -1 to 1');
  expect(text).toContain('"Stocks rally" (Gazette, 2020-01-02)');
  expect(text).toContain('Sentiment of the headlines: 0.4 (positive)');
  expect(text).toContain('get_ohlcv failed: no bars');
});

describe('the choice of tools', () => {
  const tools = [
    definition('get_price', toolSchemas.get_price),
    ...outputDefinitions('TradeDecision'),
  ];
  const ask = (toolChoice: 'none' | 'required' | { tool: string }, text = 'Decide on SPX') =>
    createDemoProvider(answerByRule).chat(
      request({ messages: [{ role: 'user', text }], tools, toolChoice }),
      never,
    );

  test('none gives text', async () => {
    expect(await ask('none')).toMatchObject({
      toolCalls: [],
      finish: 'stop',
      text: expect.stringMatching(/^Demo model, no LLM/),
    });
  });

  test('a named tool is called, even an output tool before there is data', async () => {
    expect((await ask({ tool: 'get_price' })).toolCalls).toMatchObject([
      { name: 'get_price', args: { symbol: 'SPX' } },
    ]);
    expect((await ask({ tool: 'submit_trade_decision' })).toolCalls).toMatchObject([
      { name: 'submit_trade_decision', args: { action: 'no_data' } },
    ]);
  });

  test('required calls a tool, even where the task names no symbol', async () => {
    expect((await ask('required', 'say something')).toolCalls).toHaveLength(1);
  });
});

test.each([
  ['Analyse SPX', 'SPX'],
  ['Decide on BTC/USDT, given: ETH is up', 'BTC/USDT'],
  ['Use RSI and MACD on AAPL', 'AAPL'],
  ['symbol: BRK.B, budget 100 USD', 'BRK.B'],
  ['Given the US CPI, should we BUY NVDA?', 'NVDA'],
])('finds the symbol of "%s"', async (text, symbol) => {
  const tools = [definition('get_price', toolSchemas.get_price)];
  const answer = await createDemoProvider(answerByRule).chat(
    request({ messages: [{ role: 'user', text }], tools }),
    never,
  );
  expect(answer.toolCalls[0]?.args).toEqual({ symbol });
});

test('without a symbol it says that there is none', async () => {
  const { text, turns } = await work({
    task: 'say something',
    tools: allTools,
    replies: market(1),
  });
  expect(turns.flat().map(({ name }) => name)).toEqual(['get_portfolio']);
  expect(text).toContain('names no symbol');
});

test('an answer is told in pieces, the calls after the text', async () => {
  const deltas: ChatDelta[] = [];
  const answer = await createDemoProvider(answerByRule).chat(
    request({ tools: [definition('get_price', toolSchemas.get_price)] }),
    {
      ...never,
      onDelta: (delta) => deltas.push(delta),
    },
  );
  const texts = deltas.flatMap((delta) => (delta.type === 'text-delta' ? [delta.text] : []));
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.join('')).toBe(answer.text);
  expect(deltas.slice(texts.length)).toEqual(
    answer.toolCalls.flatMap(({ id, name, args }, index) => [
      { type: 'tool-call-start', index, id, name },
      { type: 'tool-call-delta', index, arguments: JSON.stringify(args) },
    ]),
  );
  expect(answer.toolCalls).not.toEqual([]);
});
