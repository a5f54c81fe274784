import type { Distance, Sizing, Strategy, Target } from '../../../contracts/trading/strategy.ts';
import { Decimal } from '../../base/decimal.ts';
import { basisPoints, roundDownToLot, roundMoney, roundPrice } from '../rounding.ts';

/** What a distance is in money, at a price and with the average true ranges of the bar of the decision. */
function distanceInMoney(
  distance: Distance,
  price: Decimal,
  atr: (period: number) => number,
): Decimal {
  if ('percent' in distance) return price.times(distance.percent).div(100);
  return new Decimal(atr(distance.period)).times(distance.atr);
}

/** Where a position is closed, from its entry on; null where it is not. */
export type Levels = { stop: Decimal | null; trailing: Decimal | null; target: Decimal | null };

/**
 * Stop and target of an entry. The trailing stop is given as a distance, and begins that far from the entry.
 * @param direction 1 for a long position, −1 for a short one.
 */
export function levelsOf(
  strategy: Pick<Strategy, 'stop' | 'trailing' | 'target'>,
  price: Decimal,
  direction: 1 | -1,
  atr: (period: number) => number,
): Levels {
  const money = (distance: Distance | undefined) =>
    distance ? distanceInMoney(distance, price, atr) : null;
  const [stop, trailing] = [money(strategy.stop), money(strategy.trailing)];
  const risk = nearer(stop, trailing);
  const target = targetInMoney(strategy.target, risk, money);
  const at = (distance: Decimal | null, sign: number) =>
    distance && positive(roundPrice(price.plus(distance.times(sign * direction))));
  return { stop: at(stop, -1), trailing, target: at(target, 1) };
}

/** A price below zero is never reached. */
const positive = (price: Decimal) => (price.gt(0) ? price : null);

export function nearer(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one && other ? Decimal.min(one, other) : (one ?? other);
}

function targetInMoney(
  target: Target | undefined,
  risk: Decimal | null,
  money: (distance: Distance) => Decimal | null,
): Decimal | null {
  if (!target) return null;
  if ('risk' in target) return risk && risk.times(target.risk);
  return money(target);
}

/**
 * The quantity of an entry, in whole lots: what its sizing says, and never more than the equity is worth nor, with its
 * fee, than the cash pays.
 * @param of.riskPerUnit what one unit loses at the stop, where there is one.
 */
export function quantityOf(
  sizing: Sizing,
  of: {
    equity: Decimal;
    cash: Decimal;
    price: Decimal;
    riskPerUnit: Decimal | null;
    feeBasisPoints: number;
    lot: Decimal;
  },
): Decimal {
  const { equity, cash, price, riskPerUnit, feeBasisPoints, lot } = of;
  const withFee = price.plus(basisPoints(price, feeBasisPoints));
  const affordable = Decimal.min(equity, cash).div(withFee);
  const wanted = {
    fraction: () => equity.times('fraction' in sizing ? sizing.fraction : 0).div(withFee),
    notional: () => new Decimal('amount' in sizing ? sizing.amount : 0).div(price),
    risk: () =>
      riskPerUnit && riskPerUnit.gt(0)
        ? equity.times('fraction' in sizing ? sizing.fraction : 0).div(riskPerUnit)
        : new Decimal(0),
  }[sizing.kind]();
  const quantity = roundDownToLot(Decimal.max(0, Decimal.min(wanted, affordable)), lot);
  const notional = quantity.times(price);
  const cost = notional.plus(roundMoney(basisPoints(notional, feeBasisPoints)));
  return cost.gt(cash) ? Decimal.max(0, quantity.minus(lot)) : quantity;
}
