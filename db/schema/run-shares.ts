import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';
import { runs } from './runs.ts';

/** Links that show one run to whoever has them. */
export const runShares = pgTable(
  'run_shares',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link, which is shown once. */
    tokenHash: text('token_hash').notNull(),
    /** The user who made it, as records name them. */
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
    usedAt: time('used_at'),
  },
  (table) => [
    uniqueIndex('run_shares_token').on(table.tokenHash),
    index('run_shares_run').on(table.runId, table.createdAt),
  ],
);
