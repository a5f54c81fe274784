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

/**
 * An account shared by its members. Every other account belongs to one user, and its id is derived from the user's
 * name.
 */
export const deskAccounts = pgTable('desk_accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The users who can see it and trade on it. */
  members: text('members').array().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

/** Orders, including denied ones. */
export const orders = pgTable(
  'orders',
  {
    /** Hash of run, decision and leg: the same on every retry. */
    clientOrderId: text('client_order_id').primaryKey(),
    /** Increases with each submitted order. */
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
    /** Orders of the same group are linked (OCO): a fill of one reduces the others. */
    group: text('order_group'),
    /** Id of the entry that a stop or target protects. */
    parentId: text('parent_id'),
    /** Whether it can only reduce a position. */
    reduceOnly: boolean('reduce_only').notNull().default(false),
    /** Prices at which each fill is closed at a loss or at a gain. */
    stopLoss: decimal('stop_loss'),
    takeProfit: decimal('take_profit'),
    /** Trailing distance of its stop price or of its stop loss, in price units or in percent of the starting price. */
    trailAmount: decimal('trail_amount'),
    trailPercent: decimal('trail_percent'),
    status: text('status').$type<OrderStatus>().notNull(),
    /** Why it was denied, ended or is being canceled. */
    reason: sealed.text('reason'),
    filledQuantity: decimal('filled_quantity').notNull().default('0'),
    /** Whether its stop price was reached. */
    triggered: boolean('triggered').notNull().default(false),
    /** The newest bar at acceptance. The order fills on a later one. */
    acceptedBar: jsonb('accepted_bar').$type<Json>().notNull(),
    /** When it was placed. The column has its name from when denied orders were not stored. */
    placedAt: time('accepted_at').notNull().defaultNow(),
    /** It fills on bars that open at or after this time. Moves forward with each bar. */
    matchFrom: time('match_from'),
    /** For a replaced protecting stop: its earlier prices, and until when bars that use them open. */
    earlier: jsonb('earlier').$type<Json>(),
    /** Day of its first bar, as `YYYY-MM-DD`. */
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

/** Fills of orders, never updated. */
export const fills = pgTable(
  'fills',
  {
    /** `<order>/<n>`, from 1. */
    id: text('id').primaryKey(),
    /** Increases with each booked fill. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    clientOrderId: text('client_order_id')
      .notNull()
      .references(() => orders.clientOrderId),
    quantity: decimal('quantity').notNull(),
    price: decimal('price').notNull(),
    fee: decimal('fee').notNull(),
    liquidity: text('liquidity').$type<Liquidity>().notNull().default('taker'),
    /** The bar that filled it, with its source. */
    bar: jsonb('bar').$type<Json>().notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('fills_order').on(table.clientOrderId),
    index('fills_sequence').on(table.sequence),
  ],
);

/** All changes of an account's cash and reserves. Entries are never updated. */
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
    /** Symbol and day (`YYYY-MM-DD`) of trades and borrow fees. Older trades have neither. */
    symbol: text('symbol'),
    day: text('day'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('ledger_account').on(table.accountId, table.id),
    index('ledger_order').on(table.clientOrderId),
  ],
);

/** The events of an account, which never change. Orders, fills and the ledger are derived from them. */
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

/** Gates and kill switch of each account. */
export const tradingTerms = pgTable('trading_terms', {
  accountId: text('account_id').primaryKey(),
  /** The gates from the workers' settings. */
  defaults: jsonb('defaults').$type<Json>(),
  /** The values that override them. */
  gates: jsonb('gates').$type<Json>().notNull().default({}),
  /** While it is on, only orders that reduce a position are accepted. */
  killSwitch: boolean('kill_switch').notNull().default(false),
  /** The result of the last reconciliation: how events and records differ; null if they agree. */
  mismatch: text('mismatch'),
  reconciledAt: time('reconciled_at'),
});

/** Changes of gates, kill switch and members. They are never updated. */
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

/** Equity of accounts over market time. */
export const equityPoints = pgTable(
  'equity_points',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    /** As-of time of the newest price. */
    marketTime: time('market_time').notNull(),
    cash: decimal('cash').notNull(),
    equity: decimal('equity').notNull(),
    /** Realized profit so far, before fees. */
    realizedPnl: decimal('realized_pnl').notNull(),
    /** Profit of open positions, before fees. */
    unrealizedPnl: decimal('unrealized_pnl').notNull(),
    /** Price of each position as decimal text, with its as-of time: `{"SPX": {"price": "1", "asOf": "…"}}`. */
    marks: jsonb('marks').$type<Json>().notNull().default({}),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('equity_points_time').on(table.accountId, table.marketTime)],
);

/** The clock of the replay. It moves only while a worker ticks it. */
export const marketClock = pgTable('market_clock', {
  id: text('id').primaryKey(),
  /** Number of bars since the first bar of the series, with the fraction of the bar in progress. */
  position: doublePrecision('position').notNull(),
  tickedAt: time('ticked_at').notNull(),
  /** Speed since the last tick. */
  barsPerSecond: doublePrecision('bars_per_second').notNull().default(0),
});
