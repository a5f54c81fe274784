import type { Distance, Sizing, Strategy, Target } from '../../../contracts/trading/strategy.ts';
import { Decimal } from '../../base/decimal.ts';
import { basisPoints, roundDownToLot, roundMoney, roundPrice } from '../rounding.ts';

/** A distance in price units: a percentage of the price, or a multiple of the ATR at the bar of the decision. */
function distanceInMoney(
  distance: Distance,
  price: Decimal,
  atr: (period: number) => number,
): Decimal {
  if ('percent' in distance) return price.times(distance.percent).div(100);
  return new Decimal(atr(distance.period)).times(distance.atr);
}

/**
 * Exit levels of a position: `stop` and `target` are prices, `trailing` is a distance in price units. Null for none.
 */
export type Levels = { stop: Decimal | null; trailing: Decimal | null; target: Decimal | null };

/**
 * The exit levels of an entry at a price.
 * @param direction 1 for long, −1 for short.
 * @param atr average true range at the bar of the decision, by period.
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

/** Levels at or below zero can never be reached. */
const positive = (price: Decimal) => (price.gt(0) ? price : null);

/** The smaller of two distances; null if both are. */
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
 * The quantity of an entry in whole lots, by the sizing of the strategy. Its value with the fee is at most the equity
 * and at most the cash.
 * @param of.riskPerUnit loss per unit at the stop; null without a stop.
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
