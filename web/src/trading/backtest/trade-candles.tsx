import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { seriesQuery, timeframeFor } from '../api/series.ts';
import { Charts } from '../candles/charts.tsx';
import { tradeMarks } from './trade-marks.ts';
import { texts } from './texts.ts';

/** The trades on the candles of now, as far back as these reach. */
export function TradeCandles({ report }: { report: BacktestReport }) {
  const { symbol, trades, from, asOf } = report;
  const first = trades[0]?.entryTime ?? from;
  const timeframe = timeframeFor(symbol, Date.parse(asOf) - Date.parse(first));
  const { data } = useQuery({
    ...seriesQuery(symbol, timeframe),
    enabled: trades.length > 0,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chart = useMemo(
    () => data && { ...data, marks: tradeMarks(trades, data.bars[0]?.time ?? from) },
    [data, trades, from],
  );
  if (!chart) return null;
  return (
    <section aria-label={texts.trades.candles}>
      <Charts charts={[chart]} />
    </section>
  );
}
