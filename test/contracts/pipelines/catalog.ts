import { builtInAgents } from '../../../contracts/agents/index.ts';
import type { Catalog } from '../../../contracts/pipelines/catalog.ts';
import type { JsonSchema } from '../../../contracts/base/json.ts';

function objectOf(properties: JsonSchema, required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const symbol = { type: 'string', minLength: 1 };
const positive = { type: 'number', exclusiveMinimum: 0 };

function tool(parameters: JsonSchema, sideEffect = false) {
  return { parameters, sideEffect };
}

/** One whose answers contain untrusted content. */
function outside(parameters: JsonSchema) {
  return { ...tool(parameters), untrusted: true };
}

/** A small catalog: the built-in agents, and tools under the names of the real ones. */
export function exampleCatalog(): Catalog {
  return {
    tools: {
      get_price: tool(objectOf({ symbol }, ['symbol'])),
      list_building_blocks: tool(objectOf({ names: { type: 'array' } }, [])),
      propose_pipeline: tool(objectOf({ document: { type: 'object' } }, ['document'])),
      get_ohlcv: tool(
        objectOf(
          {
            symbol,
            timeframe: { type: 'string', enum: ['1h', '1d'], default: '1d' },
            limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
          },
          ['symbol', 'timeframe'],
        ),
      ),
      get_indicators: tool(objectOf({ symbol }, ['symbol'])),
      search_news: outside(objectOf({ query: symbol }, ['query'])),
      analyze_sentiment: tool(objectOf({ text: { type: 'string' } }, ['text'])),
      calculate_position_size: tool(objectOf({ equity: positive }, ['equity'])),
      calculate_risk_reward: tool(objectOf({ entryPrice: positive }, ['entryPrice'])),
      run_backtest: tool(
        objectOf(
          {
            symbol,
            timeframe: { type: 'string', default: '1d' },
            entry: symbol,
            exit: symbol,
            outOfSample: { type: 'number', minimum: 0.05, maximum: 0.9 },
            warmupBars: { type: 'integer', minimum: 1 },
            randomRuns: { type: 'integer', minimum: 0 },
            bootstrapRuns: { type: 'integer', minimum: 0 },
            maximumTrades: { type: 'integer', minimum: 0 },
            maximumPoints: { type: 'integer', minimum: 2 },
          },
          ['symbol'],
        ),
      ),
      compare_backtests: tool(objectOf({ backtests: { type: 'array' } }, ['backtests'])),
      get_portfolio: tool(objectOf({}, [])),
      scrape_page: outside(objectOf({ url: symbol }, ['url'])),
      get_news: outside(objectOf({ symbol }, ['symbol'])),
      get_sentiment: outside(objectOf({ symbol }, ['symbol'])),
      analyze_statistics: tool(objectOf({ symbol }, ['symbol'])),
      get_pending_orders: tool(objectOf({ symbol }, [])),
      get_trade_history: tool(objectOf({ symbol, limit: { type: 'integer' } }, [])),
      cancel_paper_order: {
        ...tool(objectOf({ clientOrderId: symbol }, ['clientOrderId']), true),
        relief: true,
      },
      create_paper_order: tool(
        objectOf(
          {
            symbol,
            side: { type: 'string', enum: ['buy', 'sell'] },
            quantity: positive,
            type: { type: 'string', const: 'market', default: 'market' },
            referencePrice: positive,
          },
          ['symbol', 'side', 'quantity', 'referencePrice'],
        ),
        true,
      ),
    },
    agents: builtInAgents,
    pipelines: {},
  };
}
