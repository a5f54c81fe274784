import { builtInAgents } from '../../contracts/agents.ts';
import type { Catalog } from '../../contracts/catalog.ts';
import type { JsonSchema } from '../../contracts/json.ts';

function objectOf(properties: JsonSchema, required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const symbol = { type: 'string', minLength: 1 };
const positive = { type: 'number', exclusiveMinimum: 0 };

function tool(parameters: JsonSchema, sideEffect = false) {
  return { parameters, sideEffect };
}

/** A small catalog: the built-in agents, and tools under the names of the real ones. */
export function exampleCatalog(): Catalog {
  return {
    tools: {
      get_price: tool(objectOf({ symbol }, ['symbol'])),
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
      search_news: tool(objectOf({ query: symbol }, ['query'])),
      analyze_sentiment: tool(objectOf({ text: { type: 'string' } }, ['text'])),
      calculate_position_size: tool(objectOf({ equity: positive }, ['equity'])),
      calculate_risk_reward: tool(objectOf({ entryPrice: positive }, ['entryPrice'])),
      get_portfolio: tool(objectOf({}, [])),
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
