import type { BacktestReport, Interval } from '../../../../contracts/trading/backtest.ts';
import { figureText, figureTitle } from './figure-text.ts';
import { texts } from './texts.ts';

/** A figure of a backtest beside that of buying and holding, with how it is computed. */
export type MetricRow = {
  name: string;
  title: string;
  strategy: string;
  hold: string;
  /** Of 90 %, from the bootstrap; left out where there is none. */
  interval?: string;
  convention: string;
};

type Compared = Pick<BacktestReport, 'metrics' | 'buyAndHold' | 'bootstrap' | 'conventions'>;

/** Every figure of a backtest, in its order. */
export function metricRows({ metrics, buyAndHold, bootstrap, conventions }: Compared): MetricRow[] {
  return Object.entries(metrics).map(([name, value]) => {
    const interval = intervalOf(bootstrap, name);
    return {
      name,
      title: figureTitle(name),
      strategy: figureText(name, value),
      hold: figureText(name, buyAndHold[name]),
      ...(interval && { interval: intervalText(name, interval) }),
      convention: conventions[name] ?? '',
    };
  });
}

/** An interval as `0.16 to 0.96`. */
export function intervalText(name: string, { low, high }: Interval): string {
  return texts.metrics.interval(figureText(name, low), figureText(name, high));
}

function intervalOf(bootstrap: BacktestReport['bootstrap'], name: string): Interval | null {
  if (bootstrap === null) return null;
  if (name === 'sharpe' || name === 'cagr' || name === 'maxDrawdown') return bootstrap[name];
  return null;
}
