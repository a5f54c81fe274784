import type { Bar } from '../market.ts';
import type { Series } from './series.ts';
import type { Anchor } from './spec.ts';
import { tradingSignals } from './trading-signals.ts';

const dayMs = 86_400_000;

const starts = {
  session: (date) => date,
  week: (date) => {
    const day = new Date(date);
    const sinceMonday = (day.getUTCDay() + 6) % 7;
    return new Date(day.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10);
  },
  month: (date) => `${date.slice(0, 7)}-01`,
  year: (date) => `${date.slice(0, 4)}-01-01`,
} satisfies Record<Anchor, (date: string) => string>;

/** The UTC day on which the VWAP of a bar last restarted, as `YYYY-MM-DD`. */
export function anchorDate(time: string, anchor: Anchor): string {
  return starts[anchor](time.slice(0, 10));
}

/**
 * Volume-weighted average price since the anchor, with the typical price (high + low + close) / 3 of each bar; null
 * while nothing was traded since then. Source: Berkowitz, Logue and Noser (1988).
 */
export function volumePrice(bars: readonly Bar[], anchor: Anchor): Series {
  let began: string | undefined;
  let average = new (tradingSignals().VWAP)();
  return bars.map((bar) => {
    const start = anchorDate(bar.time, anchor);
    if (start !== began) average = new (tradingSignals().VWAP)();
    began = start;
    average.add(bar);
    return average.getResult();
  });
}
