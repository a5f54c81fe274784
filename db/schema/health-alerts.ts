import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { HealthAlertKind } from '../../contracts/runs/health-alert.ts';
import { decimal, time } from './columns.ts';

/** What a user wants to be told of once runs fail too often, or cost too much. */
export const healthAlerts = pgTable(
  'health_alerts',
  {
    id: text('id').primaryKey(),
    user: text('user').notNull(),
    kind: text('kind').$type<HealthAlertKind>().notNull(),
    /** Whose runs count; null for all. */
    pipeline: text('pipeline'),
    /** Percent of the runs, or US dollars: what is more, is told. */
    most: decimal('most').notNull(),
    /** How many of the last runs count; null where those of the last hours do. */
    lastRuns: integer('last_runs'),
    lastHours: integer('last_hours'),
    /** What was seen last, and when; null before the first look. */
    value: decimal('value'),
    checkedAt: time('checked_at'),
    isAbove: boolean('is_above').notNull().default(false),
    /** How often it was crossed: each time is told once. */
    crossings: integer('crossings').notNull().default(0),
    crossedAt: time('crossed_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('health_alerts_user').on(table.user, table.createdAt)],
);
