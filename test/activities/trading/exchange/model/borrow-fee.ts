import { held, priceOf, working } from './account.ts';
import { endOf } from './day.ts';
import { Num } from './types.ts';
import type { Account } from './types.ts';

const dayMs = 86_400_000;
const dayNumber = (time: string) => Math.floor(Date.parse(time) / dayMs);

/** Takes what a short pays for the days in UTC that have ended by a time, since the end of the last bar. */
export function chargeUpTo(account: Account, symbol: string, time: string): void {
  const { borrowFeePercent } = account.settings;
  const last = account.bars.get(symbol)?.at(-1);
  if (!last) return;
  const first = account.charged.get(symbol) ?? dayNumber(last.time);
  account.charged.set(symbol, Math.max(dayNumber(time), first));
  for (let day = first; day < dayNumber(time); day += 1) {
    const short = Num.max(held(account, symbol).neg(), 0);
    const fee = short
      .times(priceOf(account, symbol))
      .times(borrowFeePercent)
      .div(100)
      .div(365)
      .toDecimalPlaces(12, Num.ROUND_HALF_EVEN);
    account.cash = account.cash.minus(fee);
    account.borrowFees = account.borrowFees.plus(fee);
  }
}

/** Charges the days that have ended where no order works; where one does, a bar that fills it may still be to come. */
export function chargeIdleShorts(account: Account): void {
  for (const [symbol, bars] of account.bars) {
    if (working(account, symbol).length === 0) chargeUpTo(account, symbol, endOf(bars.at(-1)!));
  }
}
