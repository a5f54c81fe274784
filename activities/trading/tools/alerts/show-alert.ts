import type { AlertRow } from '../../../../db/trading/alerts.ts';

/** An alert as tools show it: of what not every alert has, only what it has. */
export function showAlert(row: AlertRow) {
  const { id, symbol, comparison, note, status, problem, firedAt, firedMarketTime } = row;
  return {
    id,
    symbol,
    comparison,
    price: Number(row.price),
    ...(note !== null && { note }),
    status,
    createdAt: row.createdAt.toISOString(),
    ...(firedAt !== null && {
      firedAt: firedAt.toISOString(),
      firedPrice: Number(row.firedPrice),
      firedMarketTime: firedMarketTime?.toISOString() ?? null,
    }),
    ...(problem !== null && { problem }),
  };
}
