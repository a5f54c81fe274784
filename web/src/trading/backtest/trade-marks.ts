import type { BacktestTrade } from '../../../../contracts/trading/backtest.ts';
import type { Mark } from '../candles/mark.ts';
import { decimal } from '../../components/values/figures.ts';
import { price } from '../values/price-text.ts';
import { texts } from './texts.ts';

/** More would hide each other. */
const most = 40;

/** The entries and exits of trades as marks at bars, from the first bar on; the latest, where there are many. */
export function tradeMarks(trades: BacktestTrade[], firstBar: string): Mark[] {
  const marks = trades.flatMap(({ side, quantity, entryTime, entryPrice, exitTime, exitPrice }) => [
    markOf(side === 'long' ? 'buy' : 'sell', entryTime, quantity, entryPrice),
    ...(exitTime === null || exitPrice === null
      ? []
      : [markOf(side === 'long' ? 'sell' : 'buy', exitTime, quantity, exitPrice)]),
  ]);
  return marks.filter(({ time }) => Date.parse(time) >= Date.parse(firstBar)).slice(-most);
}

function markOf(side: 'buy' | 'sell', time: string, quantity: number, at: number): Mark {
  const verb = side === 'buy' ? texts.trades.bought : texts.trades.sold;
  return {
    kind: 'fill',
    side,
    time,
    text: texts.trades.mark(verb, decimal(quantity), price(at)),
    label: verb,
  };
}
