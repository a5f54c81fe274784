import { createHash } from 'node:crypto';
import { z } from 'zod';
import { alertComparisons } from '../../../../contracts/trading/alerts.ts';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { positiveField, symbolField } from '../fields.ts';
import { showAlert } from './show-alert.ts';

export const createAlert = defineTool({
  name: 'create_alert',
  description:
    'Tells the user once when an instrument reaches a price, on the clock of its market: >= at or above it, ' +
    '<= at or below it, = when it is reached or passed from either side. It is a notification in the app, ' +
    'and goes where else the user is told. A price that is reached already fires at once.',
  category: 'alerts',
  plan: 'pro',
  rateLimit: { minute: 20 },
  sideEffect: true,
  example: { symbol: 'SPX', comparison: '>=', price: 1500, note: 'the top of the range' },
  schema: z.strictObject({
    symbol: symbolField,
    comparison: z
      .enum(alertComparisons)
      .describe('How the market compares with the price: >=, <= or ='),
    price: positiveField.describe('The price to wait for'),
    note: z.string().trim().min(1).max(500).optional().describe('A note for the notification'),
  }),
  label: ({ symbol, comparison, price }) => `${symbol} ${comparison} ${String(price)}`,
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
