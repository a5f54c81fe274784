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
    'Lists the alerts of the user, newest first: those that are waiting, have fired, or can never fire.',
  category: 'alerts',
  plan: 'pro',
  rateLimit: { minute: 20 },
  example: { status: 'active' },
  schema: z.strictObject({
    status: z
      .enum(alertStatuses)
      .optional()
      .describe('active: waiting for its price. fired: the user was notified. Default: all'),
    symbol: symbolField.optional().describe('Only alerts on this instrument. Default: all'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(200)
      .default(50)
      .describe('Maximum number of alerts, up to 200'),
  }),
  async handle({ symbol, ...filter }, { services, user }: ToolContext<Services>) {
    const symbols = symbol && [symbol, await canonicalSymbol(services.market, symbol)];
    const rows = await services.alerts.list({ ...filter, ...(symbols && { symbols }), user });
    return { alerts: rows.map(showAlert) };
  },
});
