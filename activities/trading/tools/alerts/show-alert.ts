import type { AlertRow } from '../../../../db/trading/alerts.ts';

/** An alert in the answers of tools. Empty fields are omitted. */
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
