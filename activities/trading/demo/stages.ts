import type { Facts } from './facts.ts';
import type { DemoRules, Draft } from '../../models/providers/demo/rules.ts';
import { levelsOf } from './levels.ts';
import { orderArguments } from './order.ts';
import { judge } from './rule.ts';

/** Fraction of the cash that a purchase can use; the rest is for fees and slippage. */
const usableCash = 0.95;

const ofSymbol = (facts: Facts): Draft => (facts.symbol ? { symbol: facts.symbol } : undefined);

/** Tool calls by stage. The calls of a stage do not depend on each other and are made together. */
export const stages: DemoRules<Facts>['stages'] = [
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
