import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Json } from '../../../../contracts/base/json.ts';
import { alertComparisons } from '../../../../contracts/trading/alerts.ts';
import { priceText } from '../../../../contracts/trading/price-text.ts';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { positiveField, symbolField } from '../fields.ts';
import { showAlert } from './show-alert.ts';

export const createAlert = defineTool({
  name: 'create_alert',
  description:
    'Creates an alert that fires once when an instrument reaches a price, at market time: >= at or above, <= at ' +
    'or below, = reached or crossed from either side. It notifies the user in the app and through the channels ' +
    "in the user's notification settings. If the price is already reached, the alert fires at once.",
  category: 'alerts',
  plan: 'pro',
  rateLimit: { minute: 20 },
  sideEffect: true,
  aliases: {
    names: {
      condition: 'comparison',
      targetPrice: 'price',
      target_price: 'price',
      message: 'note',
    },
    values: { comparison: toComparison },
  },
  example: { symbol: 'SPX', comparison: '>=', price: 1500, note: 'the top of the range' },
  schema: z.strictObject({
    symbol: symbolField,
    comparison: z
      .enum(alertComparisons)
      .describe('When to fire: market price >=, <= or = this price'),
    price: positiveField.describe('The price to wait for'),
    note: z.string().trim().min(1).max(500).optional().describe('A note for the notification'),
  }),
  label: ({ symbol, comparison, price }) => `${symbol} ${comparison} ${priceText(String(price))}`,
  async handle(
    { symbol, comparison, price, note },
    { services, key, runId, user }: ToolContext<Services>,
  ) {
    const now = await services.market.quote(symbol);
    const row = await services.alerts.create({
      id: createHash('sha256')
        .update(JSON.stringify([runId, key]))
        .digest('hex')
        .slice(0, 32),
      user,
      runId,
      symbol: await canonicalSymbol(services.market, symbol),
      comparison,
      price: price.toFixed(),
      note,
    });
    const { asOf, source, notice } = now;
    return {
      alert: showAlert(row),
      priceNow: now.price,
      source,
      asOf,
      ...(notice && { notice }),
    };
  },
});

/** Names of comparisons on other platforms. */
const comparisonsInWords: Record<string, string> = {
  above: '>=',
  greater_than: '>=',
  '>': '>=',
  below: '<=',
  less_than: '<=',
  '<': '<=',
  crosses: '=',
  equals: '=',
  '==': '=',
};

function toComparison(value: Json): Json {
  return typeof value === 'string' ? (comparisonsInWords[value.toLowerCase()] ?? value) : value;
}
