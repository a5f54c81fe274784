import { equityOf, held, priceOf, sign } from './account.ts';
import { dayResult } from './day.ts';
import type { Num } from './types.ts';
import type { Account, ModelOrder } from './types.ts';

/** The gate that denies a fill which opens a position or adds to one. The symbol counts at the price of the fill. */
export function denialAtFill(
  account: Account,
  { symbol, side }: ModelOrder,
  { quantity, price }: { quantity: Num; price: Num },
): string | undefined {
  const { settings, killSwitch } = account;
  if (killSwitch) return 'kill switch';
  const now = held(account, symbol);
  const equity = equityOf(account).plus(now.times(price.minus(priceOf(account, symbol))));
  const worth = now
    .plus(quantity.times(sign({ side })))
    .abs()
    .times(price);
  const exposure = [...account.positions]
    .filter(([other]) => other !== symbol)
    .reduce(
      (sum, [other, of]) => sum.plus(of.quantity.abs().times(priceOf(account, other))),
      worth,
    );
  if (exposure.gt(equity.times(settings.grossExposure))) return 'gross exposure';
  const { positionShare, dailyLoss } = settings;
  if (positionShare !== null && worth.gt(equity.times(positionShare))) return 'position share';
  const isLost = dailyLoss !== null && dayResult(account, { symbol, price }).lte(-dailyLoss);
  return isLost ? 'daily loss' : undefined;
}
