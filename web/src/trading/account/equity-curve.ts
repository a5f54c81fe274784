import type { FillView } from '../../../../contracts/trading/api/account.ts';
import type { Series } from '../api/series.ts';

/** The equity of the account at a market time. */
export type EquityPoint = { time: string; equity: number };

type TradedFill = Pick<FillView, 'symbol' | 'side' | 'quantity' | 'price' | 'fee' | 'marketTime'>;

/**
 * The equity at the last close before the day of the first fill, what was deposited, and at that of each bar since:
 * the cash after the fills until then, plus each position at the latest close of its symbol, or at its fill price before
 * the first close. So what it is compared with is bought at the close that the account's performance counts from.
 * @param fills in the order of their booking.
 * @param series bars of the symbols, oldest first.
 */
export function equityCurve(
  deposited: number,
  fills: TradedFill[],
  series: Pick<Series, 'symbol' | 'bars'>[],
): EquityPoint[] {
  const waiting = fills.toSorted((one, other) => timeOf(one) - timeOf(other));
  const first = waiting[0];
  if (!first) return [];
  const account = {
    cash: deposited,
    held: new Map<string, number>(),
    prices: new Map<string, number>(),
  };
  const all = stepsOf(series);
  const dayOfFirst = Math.floor(timeOf(first) / dayMs) * dayMs;
  const before = all.findLast(({ at }) => at < dayOfFirst);
  const steps = all.filter((step) => step === before || step.at >= dayOfFirst);
  return steps.map(({ at, time, closes }) => {
    while (waiting[0] && timeOf(waiting[0]) <= at) trade(account, waiting.shift()!);
    for (const [symbol, close] of closes) account.prices.set(symbol, close);
    return { time, equity: worth(account) };
  });
}

/** A curve that ends with what the account is worth now: the close of its last bar, such as of a week, may be older. */
export function endingNow(
  points: EquityPoint[],
  { asOf, equity }: { asOf: string; equity: number },
): EquityPoint[] {
  const last = points.at(-1);
  if (!last || Date.parse(asOf) <= Date.parse(last.time)) return points;
  return [...points, { time: asOf, equity }];
}

const dayMs = 86_400_000;

type Account = { cash: number; held: Map<string, number>; prices: Map<string, number> };

const timeOf = ({ marketTime }: TradedFill) => Date.parse(marketTime);

function trade(account: Account, { symbol, side, quantity, price, fee }: TradedFill): void {
  const signed = side === 'buy' ? Number(quantity) : -Number(quantity);
  account.cash -= signed * Number(price) + Number(fee);
  account.held.set(symbol, (account.held.get(symbol) ?? 0) + signed);
  account.prices.set(symbol, Number(price));
}

function worth({ cash, held, prices }: Account): number {
  return [...held].reduce(
    (sum, [symbol, quantity]) => sum + quantity * (prices.get(symbol) ?? 0),
    cash,
  );
}

/** The times at which a bar of any symbol begins, with the closes of those. */
function stepsOf(series: Pick<Series, 'symbol' | 'bars'>[]) {
  const closesAt = new Map<number, { time: string; closes: [string, number][] }>();
  for (const { symbol, bars } of series) {
    for (const { time, close } of bars) {
      const at = Date.parse(time);
      const step = closesAt.get(at) ?? { time, closes: [] };
      step.closes.push([symbol, close]);
      closesAt.set(at, step);
    }
  }
  return [...closesAt]
    .map(([at, step]) => ({ at, ...step }))
    .toSorted((one, other) => one.at - other.at);
}
