import type { JsonSchema } from '../base/json.ts';
import type { ArgumentSource } from '../domain.ts';

const text = { type: 'string' };
const number = { type: 'number' };

const list = { type: 'array' };

/** An answer with the source of its facts. */
const answer = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { ...properties, source: text, asOf: { ...text, description: 'time of the facts' } },
});

const quote: JsonSchema = {
  type: 'object',
  properties: {
    price: { ...number, description: 'latest price' },
    change24hPercent: { type: ['number', 'null'], description: 'change over 24 hours' },
    volume: number,
    currency: text,
    symbol: text,
    source: text,
    asOf: { ...text, description: 'time of the price' },
  },
};

/** What answers of tools hold, as far as every answer of theirs does. */
export const toolOutputs = {
  get_price: quote,
  get_ohlcv: answer({ symbol: text, timeframe: text, bars: list }),
  get_indicators: answer({
    timeframe: text,
    close: { type: ['number', 'null'], description: 'close of the last bar' },
    barsUsed: number,
    indicators: { type: 'object', description: 'each by its name, such as rsi14' },
    settled: { type: 'boolean' },
  }),
  get_news: answer({
    articles: list,
    sentiment: { type: ['object', 'null'] },
    method: text,
    notice: text,
  }),
};

export const argumentSources: readonly ArgumentSource[] = [
  {
    tool: 'create_paper_order',
    argument: 'referencePrice',
    from: { tool: 'get_price', field: 'price' },
    same: 'symbol',
  },
];
