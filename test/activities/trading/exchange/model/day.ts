import { held, priceOf, sign } from './account.ts';
import { Num } from './types.ts';
import type { Account, ModelBar } from './types.ts';

const hour = 3_600_000;

/** The time at which a bar of a scenario ends; all of them are an hour long. */
export const endOf = ({ time }: ModelBar) => new Date(Date.parse(time) + hour).toISOString();

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  return (time: string) => format.format(new Date(time));
};

/**
 * What a day has gained or lost so far: each symbol by the clock of its own market.
 * @param at the price of one of them, where it is not that of its last bar.
 */
export function dayResult(account: Account, at?: { symbol: string; price: Num }): Num {
  const dayOf = dayIn(account.settings.timeZone);
  return [...account.bars].reduce((sum, [symbol, bars]) => {
    const today = dayOf(endOf(bars.at(-1)!));
    const before = bars.findLast(({ time }) => dayOf(time) < today);
    const fills = account.fills
      .filter(
        ({ order, barTime }) => symbolOf(account, order) === symbol && dayOf(barTime) >= today,
      )
      .map((fill) => ({ ...fill, sign: sideOf(account, fill.order) }));
    const bought = fills.reduce(
      (total, fill) => total.plus(fill.quantity.times(fill.sign)),
      new Num(0),
    );
    const paid = fills.reduce(
      (total, fill) => total.plus(fill.quantity.times(fill.price).times(fill.sign)).plus(fill.fee),
      new Num(0),
    );
    const now = held(account, symbol);
    const atStart = now.minus(bought);
    return sum
      .plus(now.times(at?.symbol === symbol ? at.price : priceOf(account, symbol)))
      .minus(atStart.times(before?.close ?? 0))
      .minus(paid);
  }, new Num(0));
}

const orderOf = ({ orders }: Account, name: string) => orders.find((one) => one.name === name)!;
const symbolOf = (account: Account, name: string) => orderOf(account, name).symbol;
const sideOf = (account: Account, name: string) => sign(orderOf(account, name));
