import type { AttributionRow } from '../../../contracts/trading/api/performance.ts';
import { Decimal } from '../../base/decimal.ts';
import { unrealizedOf } from './match-trades.ts';
import type { Trade } from './match-trades.ts';

/** Who a trade belongs to: where it stands when trades are added up. */
export type Party = Pick<AttributionRow, 'kind' | 'name'>;

/** What trades have come to. */
export type Profit = {
  realized: Decimal;
  unrealized: Decimal;
  fees: Decimal;
  borrowFees: Decimal;
};

const zero = new Decimal(0);

export const pnlOf = ({ realized, unrealized, fees, borrowFees }: Profit): Decimal =>
  realized.plus(unrealized).minus(fees).minus(borrowFees);

/** What trades have come to together, at prices by symbol. */
export function profitOf(trades: readonly Trade[], marks: ReadonlyMap<string, Decimal>): Profit {
  return trades.reduce(
    (sum, trade) => ({
      realized: sum.realized.plus(trade.realized),
      unrealized: sum.unrealized.plus(unrealizedOf(trade, marks.get(trade.symbol))),
      fees: sum.fees.plus(trade.fees),
      borrowFees: sum.borrowFees.plus(trade.borrowFees),
    }),
    { realized: zero, unrealized: zero, fees: zero, borrowFees: zero },
  );
}

/** A profit as decimal text. */
export function profitText(profit: Profit) {
  return {
    realized: profit.realized.toFixed(),
    unrealized: profit.unrealized.toFixed(),
    fees: profit.fees.toFixed(),
    borrowFees: profit.borrowFees.toFixed(),
    pnl: pnlOf(profit).toFixed(),
  };
}

/**
 * What each party's trades have come to, the best first. The rows add up to the whole.
 * @param unattributed what the account has beyond trades; a row of its own where it is not zero.
 */
export function attribute(
  trades: readonly Trade[],
  partyOf: (trade: Trade) => Party,
  { marks, unattributed }: { marks: ReadonlyMap<string, Decimal>; unattributed: Profit },
): AttributionRow[] {
  const parties = Map.groupBy(trades, (trade) => {
    const { kind, name } = partyOf(trade);
    return JSON.stringify([kind, name]);
  });
  const rows = [...parties.values()].map((own) => {
    const profit = profitOf(own, marks);
    return { party: partyOf(own[0]!), trades: own.length, profit };
  });
  if (Object.values(unattributed).some((amount) => !amount.isZero())) {
    const party = { kind: 'unattributed', name: null } as const;
    rows.push({ party, trades: 0, profit: unattributed });
  }
  return rows
    .toSorted((one, other) => pnlOf(other.profit).cmp(pnlOf(one.profit)))
    .map(({ party: { kind, name }, trades: count, profit }) => {
      return { kind, name, trades: count, ...profitText(profit) };
    });
}
