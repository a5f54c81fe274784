import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { untrustedNotice } from '../../../contracts/tools/tools.ts';
import type { Services } from '../services.ts';
import { serviceOf } from '../../tool-kit/set-up.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const queryDatabase = defineTool({
  name: 'query_database',
  description:
    'Runs one read-only SQL query (select, values, table, with) on a PostgreSQL database. Pass values for $1, ' +
    '$2 … in parameters. Look up columns in information_schema.columns. bigint and numeric values are returned ' +
    'as text.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 30 },
  untrusted: true,
  example: {
    sql: 'select number, total from invoices where day > $1 order by day desc',
    parameters: ['2026-11-01'],
    limit: 50,
  },
  missing: ({ BATON_QUERY_DATABASE_URL: url }) =>
    url === undefined
      ? 'set BATON_QUERY_DATABASE_URL to a PostgreSQL URL with a role that can only read'
      : undefined,
  schema: z.strictObject({
    sql: z.string().trim().min(1).max(10_000).describe('One query'),
    parameters: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .max(100)
      .default([])
      .describe('The values of $1, $2 …'),
    limit: z.number().int().min(1).max(500).default(100).describe('Maximum number of rows'),
  }),
  label: ({ sql = '' }) => cutText(sql.replace(/\s+/g, ' '), 80),
  async handle(args, { services, signal }: ToolContext<Services>) {
    const answer = await serviceOf(services.database)(args, signal);
    return { ...answer, asOf: new Date().toISOString(), notice: untrustedNotice };
  },
});
