import type { JsonSchema } from '../base/json.ts';
import type { ArgumentSource } from '../domain.ts';

const text = { type: 'string' };
const number = { type: 'number' };

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
export const toolOutputs = { get_price: quote };

export const argumentSources: readonly ArgumentSource[] = [
  {
    tool: 'create_paper_order',
    argument: 'referencePrice',
    from: { tool: 'get_price', field: 'price' },
    same: 'symbol',
  },
];
