import { z } from 'zod';
import type { Json } from '../../../../contracts/base/json.ts';
import type { AlertRow } from '../../../../db/trading/alerts.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { showAlert } from './show-alert.ts';

export const deleteAlert = defineTool({
  name: 'delete_alert',
  description:
    'Deletes an alert of the user. An unknown id is an error. list_alerts lists the ids.',
  category: 'alerts',
  plan: 'pro',
  rateLimit: { minute: 20 },
  sideEffect: true,
  lookup: 'list_alerts',
  example: { id: '3f2a9c1e'.repeat(4) },
  schema: z.strictObject({
    id: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('The id of the alert, from create_alert or list_alerts'),
  }),
  async handle({ id }, { services, user, mayHaveRun }: ToolContext<Services>): Promise<Json> {
    const removed = await services.alerts.remove({ id, user });
    if (removed) return { deleted: true, alert: showAlert(removed) };
    if (mayHaveRun) return { deleted: true, message: goneSince };
    const newest = await services.alerts.list({ user, limit: 5 });
    const there =
      newest.length > 0 ? `The newest are ${listOf(newest)}.` : 'The user has no alerts.';
    throw new ToolError(`Alert ${id} not found. ${there} list_alerts lists all alerts.`, {
      retryable: false,
    });
  },
});

const goneSince = 'An earlier attempt of this call already deleted it.';

const listOf = (rows: readonly AlertRow[]) =>
  rows
    .map(({ id, symbol, comparison, price }) => `${id} (${symbol} ${comparison} ${Number(price)})`)
    .join(', ');
