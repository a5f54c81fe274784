import {
  bigserial,
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Json } from '../../../contracts/base/json.ts';
import type {
  Liquidity,
  OrderLeg,
  OrderSide,
  OrderStatus,
  OrderType,
  TimeInForce,
} from '../../../contracts/trading/orders.ts';
import { decimal, exact, time } from '../../schema/columns.ts';
import { sealed } from '../../schema/sealed.ts';

/** A paper account. Cash, reserves and positions are sums over its ledger and fills. */
export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  currency: text('currency').notNull(),
  allowShort: boolean('allow_short').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** An account that its members share. Every other account is of one user, and its id follows from the user's name. */
export const deskAccounts = pgTable('desk_accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The users who may see it and trade on it. */
  members: text('members').array().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const orders = pgTable(
  'orders',
  {
    /** Hash of run, decision and leg: the same on every retry. */
    clientOrderId: text('client_order_id').primaryKey(),
    /** In the order in which they were submitted. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    runId: text('run_id'),
    symbol: text('symbol').notNull(),
    side: text('side').$type<OrderSide>().notNull(),
    type: text('type').$type<OrderType>().notNull(),
    quantity: decimal('quantity').notNull(),
    referencePrice: decimal('reference_price').notNull(),
    limitPrice: decimal('limit_price'),
    stopPrice: decimal('stop_price'),
    timeInForce: text('time_in_force').$type<TimeInForce>().notNull().default('gtc'),
    leg: text('leg').$type<OrderLeg>().notNull().default('entry'),
    /** Orders with the same group take the place of each other. */
    group: text('order_group'),
    /** The entry that a stop or a target protects. */
    parentId: text('parent_id'),
    /** Whether it can only make a position smaller. */
    reduceOnly: boolean('reduce_only').notNull().default(false),
    /** Where each fill is closed at a loss, and at a gain. */
    stopLoss: decimal('stop_loss'),
    takeProfit: decimal('take_profit'),
    /** How far its stop price, or that of its stop loss, follows the market: in money, or in percent of the price. */
    trailAmount: decimal('trail_amount'),
    trailPercent: decimal('trail_percent'),
    status: text('status').$type<OrderStatus>().notNull(),
    /** Why it was denied or canceled. */
    reason: sealed.text('reason'),
    filledQuantity: decimal('filled_quantity').notNull().default('0'),
    /** Whether its stop price was reached. */
    triggered: boolean('triggered').notNull().default(false),
    /** The newest bar that was known at acceptance: the order fills on a later one. */
    acceptedBar: jsonb('accepted_bar').$type<Json>().notNull(),
    /** The column was named when orders that were denied were not kept. */
    placedAt: time('accepted_at').notNull().defaultNow(),
    /** It is filled by bars that open then or later; moves on with each bar. */
    matchFrom: time('match_from'),
    /** Of a replaced stop that protects: its prices before, and until when bars open that they count on. */
    earlier: jsonb('earlier').$type<Json>(),
    /** The day, `YYYY-MM-DD`, of the first bar that could fill it. */
    day: text('day'),
    cancelRequestedAt: time('cancel_requested_at'),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('orders_account').on(table.accountId, table.symbol),
    index('orders_status').on(table.accountId, table.status),
    index('orders_accepted').on(table.accountId, table.placedAt),
    index('orders_group').on(table.group),
  ],
);

export const fills = pgTable(
  'fills',
  {
    /** `<order>/<n>`, from 1. */
    id: text('id').primaryKey(),
    /** In the order in which they were booked. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    clientOrderId: text('client_order_id')
      .notNull()
      .references(() => orders.clientOrderId),
    quantity: decimal('quantity').notNull(),
    price: decimal('price').notNull(),
    fee: decimal('fee').notNull(),
    liquidity: text('liquidity').$type<Liquidity>().notNull().default('taker'),
    /** The bar that filled it, with where it came from. */
    bar: jsonb('bar').$type<Json>().notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('fills_order').on(table.clientOrderId),
    index('fills_sequence').on(table.sequence),
  ],
);

/** Every change of an account's cash and reserves, never updated. */
export const ledger = pgTable(
  'ledger',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    clientOrderId: text('client_order_id').references(() => orders.clientOrderId),
    kind: text('kind')
      .$type<'deposit' | 'reserve' | 'release' | 'trade' | 'fee' | 'borrow'>()
      .notNull(),
    amount: exact('amount').notNull(),
    /** Of a trade, and of what a short pays: in what, and on which day, `YYYY-MM-DD`. Older trades lack both. */
    symbol: text('symbol'),
    day: text('day'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('ledger_account').on(table.accountId, table.id),
    index('ledger_order').on(table.clientOrderId),
  ],
);

/** What happened to an account, in order and never changed: orders, fills and the ledger follow from it. */
export const tradingEvents = pgTable(
  'trading_events',
  {
    sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    clientOrderId: text('client_order_id'),
    kind: text('kind').notNull(),
    /** The event, with its numbers as decimal text. */
    event: sealed.jsonb<Json>('event').notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('trading_events_account').on(table.accountId, table.sequence),
    index('trading_events_order').on(table.clientOrderId),
  ],
);

/** What an account may trade, and whether it may at all; outlives every process. */
export const tradingTerms = pgTable('trading_terms', {
  accountId: text('account_id').primaryKey(),
  /** The gates as the workers' settings have them. */
  defaults: jsonb('defaults').$type<Json>(),
  /** What was set in their place. */
  gates: jsonb('gates').$type<Json>().notNull().default({}),
  /** While it is on no order is taken. */
  killSwitch: boolean('kill_switch').notNull().default(false),
  /** What the last look at events and records found; null where they agree. */
  mismatch: text('mismatch'),
  reconciledAt: time('reconciled_at'),
});

/** Who changed what may be traded, when and why; never changed. */
export const tradingChanges = pgTable(
  'trading_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: text('account_id').notNull(),
    kind: text('kind').$type<'gates' | 'kill-switch' | 'members'>().notNull(),
    by: text('by').notNull(),
    reason: sealed.text('reason'),
    before: jsonb('before').$type<Json>().notNull(),
    after: jsonb('after').$type<Json>().notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('trading_changes_account').on(table.accountId, table.id)],
);

/** What an account was worth, at times of its market. */
export const equityPoints = pgTable(
  'equity_points',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The newest time that its prices are of. */
    marketTime: time('market_time').notNull(),
    cash: decimal('cash').notNull(),
    equity: decimal('equity').notNull(),
    /** Gained and lost since the beginning with what is closed, without fees. */
    realizedPnl: decimal('realized_pnl').notNull(),
    /** Of what is open. */
    unrealizedPnl: decimal('unrealized_pnl').notNull(),
    /** The price of each position, as decimal text, and when it was that: `{"SPX": {"price": "1", "asOf": "…"}}`. */
    marks: jsonb('marks').$type<Json>().notNull().default({}),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('equity_points_time').on(table.accountId, table.marketTime)],
);

/** How far the replayed market has come; it moves only while a worker ticks it. */
export const marketClock = pgTable('market_clock', {
  id: text('id').primaryKey(),
  /** Bars since the first bar of the replayed series, with the fraction of the one in the making. */
  position: doublePrecision('position').notNull(),
  tickedAt: time('ticked_at').notNull(),
  /** How fast it has moved since. */
  barsPerSecond: doublePrecision('bars_per_second').notNull().default(0),
});
