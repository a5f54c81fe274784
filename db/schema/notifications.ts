import { isNull } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Channel, DeliveryStatus } from '../../contracts/runs/notify.ts';
import type { RunStatus } from '../../contracts/runs/run.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { runs } from './runs.ts';

/** What a user is told in the app: a run has ended, or waits for a person, or an alert has fired. */
export const notifications = pgTable(
  'notifications',
  {
    /** `<run>~ended`, `<approval>~waiting`, `<alert>~fired`: what happened once is told once. */
    id: text('id').primaryKey(),
    /** Null where it tells of no run. */
    runId: text('run_id').references(() => runs.id, { onDelete: 'cascade' }),
    user: text('user').notNull(),
    kind: text('kind').notNull(),
    /** Of the run. */
    status: text('status').$type<RunStatus>(),
    title: sealed.text('title').notNull(),
    text: sealed.text('text').notNull(),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (table) => [
    index('notifications_user').on(table.user, table.createdAt),
    index('notifications_created').on(table.createdAt, table.id),
    index('notifications_unread').on(table.user).where(isNull(table.readAt)),
    index('notifications_run').on(table.runId),
  ],
);

/** A notification that is to leave Baton: written with it, sent later under this id. */
export const deliveries = pgTable(
  'deliveries',
  {
    /** `<notification>~webhook`, `<notification>~email`; also the id of its activity. */
    id: text('id').primaryKey(),
    notificationId: text('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    channel: text('channel').$type<Channel>().notNull(),
    /** A URL or an address. */
    target: text('target').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull().default('pending'),
    /** When Temporal took its activity. */
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('deliveries_status').on(table.status),
    index('deliveries_notification').on(table.notificationId),
  ],
);

/** One try at a delivery. One without an end was lost with its worker. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Counted from 1. */
    attempt: integer('attempt').notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    /** What the receiver answered, or the network's error code. */
    code: text('code'),
    /** Why it failed; null where it did not. */
    error: sealed.text('error'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.attempt] })],
);

/** Where users are told beside in the app; the row of user `` is for those without one. */
export const notificationSettings = pgTable('notification_settings', {
  user: text('user').primaryKey(),
  webhook: text('webhook'),
  email: text('email'),
  /** Whether the user chose them in person, or who has the installation's key: links that decide go nowhere else. */
  own: boolean('own').notNull().default(false),
});

/** What the workers can send by, as the one that started last has said; the API reads it. */
export const notificationChannels = pgTable('notification_channels', {
  channel: text('channel').$type<Channel>().primaryKey(),
  /** What to do before it can be used; null where it can. */
  missing: text('missing'),
  /** Hosts that it may go to though their addresses are not public. */
  allowedHosts: jsonb('allowed_hosts').$type<string[]>().notNull().default([]),
});
