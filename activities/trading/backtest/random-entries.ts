import type { BacktestReport, BacktestTrade } from '../../../contracts/trading/backtest.ts';
import type { Bar } from '../market/market.ts';
import { quantile } from '../statistics/numbers.ts';
import { below, randomNumbers } from './random.ts';
import type { BacktestTerms } from './terms.ts';

/**
 * A closed trade to place at random: the number of bars it was held (at least 1), its direction, and its value as a
 * fraction of the equity.
 */
type Held = { bars: number; direction: 1 | -1; weight: number };

/**
 * Compares a strategy with its own closed trades entered at random times: the same number, holding times, sizes and
 * costs, one after the other. What the strategy gains beyond them is the value of its entries.
 * Each trade fills at an open with slippage, and the returns of a run are compounded. Uses floating point, since the
 * result is an estimate.
 * @param options.first index of the bar of the first decision.
 * @returns null without closed trades, without runs, or if the trades do not fit into the bars.
 */
export function randomEntries(options: {
  bars: readonly Bar[];
  first: number;
  trades: readonly (BacktestTrade & { weight: number })[];
  terms: BacktestTerms;
  runs: number;
  seed: string;
}): BacktestReport['randomEntries'] {
  const { bars, first, terms, runs, seed } = options;
  const closed = options.trades.filter(({ exitTime }) => exitTime !== null);
  const room = bars.length - first - 1;
  const held = closed.map(({ bars: count, side, weight }): Held => ({
    bars: Math.max(1, count),
    direction: side === 'long' ? 1 : -1,
    weight,
  }));
  const free = room - held.reduce((total, { bars: count }) => total + count, 0) - 1;
  if (held.length === 0 || free < 0 || runs === 0) return null;
  const random = randomNumbers(seed);
  const opens = openPrices(bars, terms);
  const returns = new Float64Array(runs);
  for (let run = 0; run < runs; run += 1) {
    let [growth, at] = [1, first + 1];
    const gaps = randomGaps(free, held.length, random);
    for (const [index, trade] of shuffled(held, random).entries()) {
      at += gaps[index]!;
      growth *= 1 + trade.weight * returnOf(opens, at, at + trade.bars, trade.direction, terms);
      at += trade.bars;
    }
    returns[run] = growth - 1;
  }
  const own =
    closed.reduce((growth, { weight, return: one }) => growth * (1 + weight * one), 1) - 1;
  const sorted = returns.toSorted();
  return {
    runs,
    seed,
    medianReturn: quantile(sorted, 0.5),
    interval90: { low: quantile(sorted, 0.05), high: quantile(sorted, 0.95) },
    exceeds: sorted.filter((one) => one < own).length / runs,
    notice:
      'Random runs make as many trades, held as long, with random entries. If the strategy beats less than 95 % ' +
      'of them, there is no evidence that its entries are better than chance.',
  };
}

/** The open of each bar with slippage for a buy and for a sale, limited to the range of the bar. */
function openPrices(bars: readonly Bar[], { slippageBasisPoints }: BacktestTerms) {
  const slippage = slippageBasisPoints / 10_000;
  return {
    buy: bars.map(({ open, high }) => Math.min(high, open * (1 + slippage))),
    sell: bars.map(({ open, low }) => Math.max(low, open * (1 - slippage))),
  };
}

function returnOf(
  opens: ReturnType<typeof openPrices>,
  from: number,
  to: number,
  direction: 1 | -1,
  { takerFeeBasisPoints }: BacktestTerms,
): number {
  const [entry, exit] =
    direction === 1 ? [opens.buy[from]!, opens.sell[to]!] : [opens.sell[from]!, opens.buy[to]!];
  const fees = (takerFeeBasisPoints / 10_000) * (1 + exit / entry);
  return direction * (exit / entry - 1) - fees;
}

/** The number of bars before each trade: at most `free` together, with every division equally likely. */
function randomGaps(free: number, count: number, random: () => number): Float64Array {
  const cuts = Float64Array.from({ length: count }, () => below(random, free + 1)).toSorted();
  return cuts.map((cut, index) => cut - (cuts[index - 1] ?? 0));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = below(random, last + 1);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
