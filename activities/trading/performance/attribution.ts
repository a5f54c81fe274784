import type { AttributionRow } from '../../../contracts/trading/api/performance.ts';
import { Decimal } from '../../base/decimal.ts';
import { unrealizedOf } from './match-trades.ts';
import type { Trade } from './match-trades.ts';

/** Who a trade belongs to: where it stands when trades are added up. */
export type Party = Pick<AttributionRow, 'kind' | 'name'>;

/** What trades have come to. */
export type Profit = { realized: Decimal; unrealized: Decimal; fees: Decimal };

const zero = new Decimal(0);

export const pnlOf = ({ realized, unrealized, fees }: Profit): Decimal =>
  realized.plus(unrealized).minus(fees);

/** What trades have come to together, at prices by symbol. */
export function profitOf(trades: readonly Trade[], marks: ReadonlyMap<string, Decimal>): Profit {
  return trades.reduce(
    (sum, trade) => ({
      realized: sum.realized.plus(trade.realized),
      unrealized: sum.unrealized.plus(unrealizedOf(trade, marks.get(trade.symbol))),
      fees: sum.fees.plus(trade.fees),
    }),
    { realized: zero, unrealized: zero, fees: zero },
  );
}

/** A profit as decimal text. */
export function profitText(profit: Profit) {
  return {
    realized: profit.realized.toFixed(),
    unrealized: profit.unrealized.toFixed(),
    fees: profit.fees.toFixed(),
    pnl: pnlOf(profit).toFixed(),
  };
}

/**
 * What each party's trades have come to, the best first. The rows add up to the whole.
 * @param rest what the ledger has beyond fills; a row of its own where it is not zero.
 */
export function attribute(
  trades: readonly Trade[],
  partyOf: (trade: Trade) => Party,
  { marks, rest }: { marks: ReadonlyMap<string, Decimal>; rest: Decimal },
): AttributionRow[] {
  const parties = Map.groupBy(trades, (trade) => {
    const { kind, name } = partyOf(trade);
    return JSON.stringify([kind, name]);
  });
  const rows = [...parties.values()].map((own) => {
    const profit = profitOf(own, marks);
    return { party: partyOf(own[0]!), trades: own.length, profit };
  });
  if (!rest.isZero()) {
    const profit = { realized: rest, unrealized: zero, fees: zero };
    rows.push({ party: { kind: 'unattributed', name: null }, trades: 0, profit });
  }
  return rows
    .toSorted((one, other) => pnlOf(other.profit).cmp(pnlOf(one.profit)))
    .map(({ party: { kind, name }, trades: count, profit }) => {
      return { kind, name, trades: count, ...profitText(profit) };
    });
}
