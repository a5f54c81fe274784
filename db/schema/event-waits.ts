import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import { time } from './columns.ts';
import { runs } from './runs.ts';
import { sealed } from './sealed.ts';

/** Nodes of runs that wait for an event, and what came. */
export const eventWaits = pgTable(
  'event_waits',
  {
    /** `<run>/<node path>` */
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** The workflow of the node: that of the run, or of a child of it. */
    workflowId: text('workflow_id').notNull(),
    /** The name of the event. */
    event: text('event').notNull(),
    /** The filter; null where any event of the name counts. */
    when: sealed.text('when'),
    /** Who may send it; null where whoever may send events can. */
    from: jsonb('from').$type<string[]>(),
    /** When the waiting is over at the latest; null where an older version wrote it. */
    until: time('until'),
    /** What of the run the filter reads. */
    scope: sealed.json<ExpressionContext>('scope').notNull(),
    /** `ended`: nobody waits any more, and none had come. */
    status: text('status').$type<'waiting' | 'received' | 'ended'>().notNull().default('waiting'),
    /** The event that came, as expressions read it. */
    received: sealed.json<JsonObject>('received'),
    /** Tells that event from others, however often it is told of. */
    eventKey: text('event_key'),
    /** Why the filter could not be worked out for the last event of the name. */
    problem: sealed.text('problem'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When its workflow was told that the event has come. */
    toldAt: time('told_at'),
  },
  (table) => [
    index('event_waits_open')
      .on(table.event, table.id)
      .where(sql`${table.status} = 'waiting'`),
    index('event_waits_untold')
      .on(table.id)
      .where(sql`${table.status} = 'received' and ${table.toldAt} is null`),
    index('event_waits_key').on(table.eventKey),
    index('event_waits_run').on(table.runId),
  ],
);
