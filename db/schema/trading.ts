import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import type { Json } from '../../contracts/json.ts';
import { decimal, time } from './columns.ts';

/** A paper account. Cash, reserves and positions are sums over its ledger and fills. */
export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  currency: text('currency').notNull(),
  allowShort: boolean('allow_short').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export type OrderStatus = 'accepted' | 'filled' | 'canceled' | 'denied';

export const orders = pgTable(
  'orders',
  {
    /** Hash of run, node and step: the same on every retry. */
    clientOrderId: text('client_order_id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    runId: text('run_id'),
    symbol: text('symbol').notNull(),
    side: text('side').$type<'buy' | 'sell'>().notNull(),
    type: text('type').$type<'market'>().notNull(),
    quantity: decimal('quantity').notNull(),
    referencePrice: decimal('reference_price').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    /** Why it was denied or canceled. */
    reason: text('reason'),
    /** The newest bar that was known at acceptance: the order fills on a later one. */
    acceptedBar: jsonb('accepted_bar').$type<Json>().notNull(),
    acceptedAt: time('accepted_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [index('orders_account').on(table.accountId, table.symbol)],
);

export const fills = pgTable('fills', {
  id: text('id').primaryKey(),
  clientOrderId: text('client_order_id')
    .notNull()
    .references(() => orders.clientOrderId),
  quantity: decimal('quantity').notNull(),
  price: decimal('price').notNull(),
  fee: decimal('fee').notNull(),
  /** The bar that filled it. */
  bar: jsonb('bar').$type<Json>().notNull(),
  at: time('at').notNull().defaultNow(),
});

/** Every change of an account's cash and reserves, never updated. */
export const ledger = pgTable(
  'ledger',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    clientOrderId: text('client_order_id').references(() => orders.clientOrderId),
    kind: text('kind').$type<'deposit' | 'reserve' | 'release' | 'trade' | 'fee'>().notNull(),
    amount: decimal('amount').notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('ledger_account').on(table.accountId)],
);

/** How far the replayed market has come; it moves only while a worker ticks it. */
export const marketClock = pgTable('market_clock', {
  id: text('id').primaryKey(),
  /** Bars since the first bar of the replayed series, with the fraction of the one in the making. */
  position: doublePrecision('position').notNull(),
  tickedAt: time('ticked_at').notNull(),
});
