import type { AttributionRow } from '../../../contracts/trading/api/performance.ts';
import { Decimal } from '../../base/decimal.ts';
import { unrealizedOf } from './match-trades.ts';
import type { Trade } from './match-trades.ts';

/** Whom a trade is attributed to, such as an agent, a pipeline or a symbol. */
export type Party = Pick<AttributionRow, 'kind' | 'name'>;

/** Profit of trades, in the account's currency. `realized` and `unrealized` are before fees. */
export type Profit = {
  realized: Decimal;
  unrealized: Decimal;
  fees: Decimal;
  borrowFees: Decimal;
};

const zero = new Decimal(0);

/** Profit after fees and borrow fees. */
export const pnlOf = ({ realized, unrealized, fees, borrowFees }: Profit): Decimal =>
  realized.plus(unrealized).minus(fees).minus(borrowFees);

/**
 * Total profit of trades.
 * @param marks current price by symbol.
 */
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

/** A profit as decimal text, with `pnl` after all fees. */
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
 * Profit by party, highest first. The rows add up to the total.
 * @param unattributed profit of the account outside its trades; gets its own row if it is not zero.
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
