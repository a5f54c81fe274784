import { defaultBacktestTerms } from '../../../../activities/trading/backtest/terms.ts';
import type { BacktestTerms } from '../../../../activities/trading/backtest/terms.ts';
import type { BacktestRequest } from '../../../../activities/trading/backtest/request.ts';
import type { Bar } from '../../../../activities/trading/market/market.ts';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import { strategySchema } from '../../../../contracts/trading/strategy.ts';

type Asked = Partial<Omit<BacktestRequest, 'strategy' | 'terms' | 'series'>> & {
  strategy: Parameters<(typeof strategySchema)['parse']>[0];
  terms?: Partial<BacktestTerms>;
};

/** A backtest on bars of a day. */
export function requestOn(
  bars: readonly Bar[],
  { strategy, terms, ...rest }: Asked,
): BacktestRequest {
  return {
    series: {
      symbol: 'SPX',
      timeframe: '1d',
      bars: [...bars],
      source: 'a test',
      asOf: bars.at(-1)!.time,
    },
    strategy: strategySchema.parse(strategy),
    terms: { ...defaultBacktestTerms, ...terms },
    warmupBars: null,
    division: null,
    seed: 'a test',
    randomRuns: 0,
    bootstrapRuns: 0,
    maximumTrades: 1_000,
    maximumPoints: 100,
    ...rest,
  };
}

/** A backtest on the bars of the S&P 500. */
export const request = async (asked: Asked): Promise<BacktestRequest> =>
  requestOn(await loadSp500(), asked);

const dayMs = 86_400_000;

/** Bars of consecutive days at these closes; each opens where the one before has closed, unless said otherwise. */
export function barsAt(
  closes: readonly number[],
  change: (bar: Bar, index: number) => Partial<Bar> = () => ({}),
): Bar[] {
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    const bar = {
      time: new Date(Date.UTC(2020, 0, 1) + index * dayMs).toISOString(),
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: 1e9,
    };
    return { ...bar, ...change(bar, index) };
  });
}
