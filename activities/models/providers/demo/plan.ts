import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import type { ToolDefinition } from '../../../../contracts/models/messages.ts';
import type { Facts } from './facts.ts';
import { fitArguments } from './fit-arguments.ts';
import { levelsOf } from './levels.ts';
import { orderArguments } from './order.ts';
import { judge } from './rule.ts';

type Draft = { [name: string]: Json | undefined } | undefined;
export type PlannedCall = { name: string; args: JsonObject };

/** The part of the cash that a purchase may take; the rest is for fees and slippage. */
const usableCash = 0.95;

const ofSymbol = (facts: Facts): Draft => (facts.symbol ? { symbol: facts.symbol } : undefined);

/** What is asked, in this order; the tools of one stage do not need each other and are called together. */
const stages: Record<string, (facts: Facts) => Draft>[] = [
  {
    delegate_to_research: ({ symbol }) =>
      symbol ? { task: `Research ${symbol}: trend, momentum, news and risks.` } : undefined,
  },
  {
    get_price: ofSymbol,
    get_ohlcv: ({ symbol }) => (symbol ? { symbol, timeframe: '1d', limit: 100 } : undefined),
    get_indicators: ({ symbol }) => (symbol ? { symbol, timeframe: '1d' } : undefined),
  },
  {
    search_news: ({ symbol }) => (symbol ? { query: symbol, days: 7, limit: 5 } : undefined),
    get_portfolio: () => ({}),
  },
  {
    analyze_sentiment: ({ articles }) =>
      articles.length > 0 ? { text: articles.map(({ title }) => title).join('. ') } : undefined,
  },
  { calculate_position_size: sizeArguments, calculate_risk_reward: riskRewardArguments },
  { create_paper_order: orderArguments },
];

/** The calls of the next stage that can be made with what is known; none when all is asked. */
export function nextCalls(tools: readonly ToolDefinition[], facts: Facts): PlannedCall[] {
  const asked = new Set(facts.observations.map(({ tool }) => tool));
  for (const stage of stages) {
    const calls = tools.flatMap((tool) => {
      const draft = asked.has(tool.name) ? undefined : stage[tool.name]?.(facts);
      const args = draft && fitArguments(draft, tool.parameters);
      return args ? [{ name: tool.name, args }] : [];
    });
    if (calls.length > 0) return calls;
  }
  return [];
}

/** The arguments for one tool, whether or not it was called before. */
export function callOf(tool: ToolDefinition, facts: Facts): PlannedCall | undefined {
  const draft = stages.find((stage) => tool.name in stage)?.[tool.name]?.(facts);
  const args = draft && fitArguments(draft, tool.parameters);
  return args && { name: tool.name, args };
}

function sizeArguments(facts: Facts): Draft {
  const { direction } = judge(facts);
  if (direction !== 'long' && direction !== 'short') return undefined;
  const levels = levelsOf(facts, direction);
  if (!levels || facts.equity === undefined) return undefined;
  return {
    equity: facts.equity,
    riskPercent: 1,
    entryPrice: levels.entryPrice,
    stopPrice: levels.stopPrice,
    maximumNotional: facts.cash && facts.cash > 0 ? facts.cash * usableCash : undefined,
  };
}

function riskRewardArguments(facts: Facts): Draft {
  const { direction } = judge(facts);
  if (direction !== 'long' && direction !== 'short') return undefined;
  const levels = levelsOf(facts, direction);
  return levels && { side: direction, ...levels };
}
