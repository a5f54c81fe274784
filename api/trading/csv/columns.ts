import type { PositionsAnswer } from '../../../contracts/trading/account-questions.ts';
import type { FillView, OrderView } from '../../../contracts/trading/api/account.ts';
import type { PerformancePoint } from '../../../contracts/trading/api/performance.ts';
import type { EventRow, OrderingRunRow } from '../../../db/trading/account-records.ts';
import type { EquityPoint } from '../../../db/trading/equity.ts';
import type { CostSum } from '../../../db/repositories/models/model-calls.ts';
import type { CsvColumns } from '../../base/csv.ts';

type Position = PositionsAnswer['positions'][number] & { asOf: string };
type RunCost = OrderingRunRow & { cost: CostSum | undefined };

/** The columns of each CSV file of an account, named as in the JSON answers. */
export const csvColumns = {
  orders: {
    id: (one) => one.id,
    runId: (one) => one.runId,
    symbol: (one) => one.symbol,
    side: (one) => one.side,
    type: (one) => one.type,
    quantity: (one) => one.quantity,
    filledQuantity: (one) => one.filledQuantity,
    averagePrice: (one) => one.fill?.price,
    fee: (one) => one.fill?.fee,
    referencePrice: (one) => one.referencePrice,
    limitPrice: (one) => one.limitPrice,
    stopPrice: (one) => one.stopPrice,
    timeInForce: (one) => one.timeInForce,
    leg: (one) => one.leg,
    parentId: (one) => one.parentId,
    stopLoss: (one) => one.stopLoss,
    takeProfit: (one) => one.takeProfit,
    triggered: (one) => one.triggered,
    reduceOnly: (one) => one.reduceOnly,
    status: (one) => one.status,
    reason: (one) => one.reason,
    placedAt: (one) => one.placedAt,
    acceptedAt: (one) => one.acceptedAt,
    endedAt: (one) => one.endedAt,
    marketTime: (one) => one.fill?.marketTime,
    group: (one) => one.group,
    trailAmount: (one) => one.trailAmount,
    trailPercent: (one) => one.trailPercent,
  } satisfies CsvColumns<OrderView>,

  fills: {
    orderId: (one) => one.orderId,
    symbol: (one) => one.symbol,
    side: (one) => one.side,
    quantity: (one) => one.quantity,
    price: (one) => one.price,
    fee: (one) => one.fee,
    liquidity: (one) => one.liquidity,
    at: (one) => one.at,
    marketTime: (one) => one.marketTime,
  } satisfies CsvColumns<FillView>,

  positions: {
    symbol: (one) => one.symbol,
    quantity: (one) => one.quantity,
    averagePrice: (one) => one.averagePrice,
    marketPrice: (one) => one.marketPrice,
    marketValue: (one) => one.marketValue,
    unrealizedPnl: (one) => one.unrealizedPnl,
    realizedPnl: (one) => one.realizedPnl,
    asOf: (one) => one.asOf,
  } satisfies CsvColumns<Position>,

  equity: {
    marketTime: (one) => one.marketTime.toISOString(),
    cash: (one) => one.cash,
    equity: (one) => one.equity,
    realizedPnl: (one) => one.realizedPnl,
    unrealizedPnl: (one) => one.unrealizedPnl,
  } satisfies CsvColumns<EquityPoint>,

  events: {
    sequence: (one) => one.sequence,
    at: (one) => one.at.toISOString(),
    kind: ({ event }) => event.kind,
    orderId: ({ event }) => ('orderId' in event ? event.orderId : null),
    reason: ({ event }) => ('reason' in event ? event.reason : null),
    marketTime: ({ event }) => ('barTime' in event ? event.barTime : null),
    event: ({ event }) => JSON.stringify(event),
  } satisfies CsvColumns<EventRow>,

  performance: {
    day: (one) => one.day,
    equity: (one) => one.equity,
    cash: (one) => one.cash,
    return: (one) => one.return,
    drawdown: (one) => one.drawdown,
    gross: (one) => one.gross,
    net: (one) => one.net,
    benchmark: (one) => one.benchmark,
  } satisfies CsvColumns<PerformancePoint>,

  costs: {
    runId: (one) => one.id,
    pipeline: (one) => one.pipeline,
    status: (one) => one.status,
    createdAt: (one) => one.createdAt.toISOString(),
    endedAt: (one) => one.endedAt?.toISOString(),
    calls: ({ cost }) => cost?.calls ?? 0,
    inputTokens: ({ cost }) => cost?.inputTokens ?? 0,
    outputTokens: ({ cost }) => cost?.outputTokens ?? 0,
    costUsd: ({ cost }) => cost?.costUsd ?? '0',
    unknownPriceCalls: ({ cost }) => cost?.unknownPriceCalls ?? 0,
  } satisfies CsvColumns<RunCost>,
};
