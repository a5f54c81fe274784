import { z } from 'zod';
import { alertStatuses } from '../../../../contracts/trading/alerts.ts';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField } from '../fields.ts';
import { showAlert } from './show-alert.ts';

export const listAlerts = defineTool({
  name: 'list_alerts',
  description:
    'The alerts of the user, the newest first: those that wait, have fired or can never fire.',
  category: 'alerts',
  plan: 'pro',
  rateLimit: { minute: 20 },
  example: { status: 'active' },
  schema: z.strictObject({
    status: z
      .enum(alertStatuses)
      .optional()
      .describe('active: waits for its price. fired: has told of it. Left out, all'),
    symbol: symbolField.optional().describe('Only those on this instrument; left out, all'),
    limit: z.number().int().min(1).max(200).default(50).describe('How many at most, up to 200'),
  }),
  async handle({ symbol, ...filter }, { services, user }: ToolContext<Services>) {
    const symbols = symbol && [symbol, await canonicalSymbol(services.market, symbol)];
    const rows = await services.alerts.list({ ...filter, ...(symbols && { symbols }), user });
    return { alerts: rows.map(showAlert) };
  },
});
