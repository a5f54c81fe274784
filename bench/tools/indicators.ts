import type { Result } from '../measurement.ts';
import { computeSeries } from '../../activities/trading/market/indicators/indicator-series.ts';
import { definitions } from '../../activities/trading/market/indicators/definitions.ts';
import type { IndicatorKind } from '../../activities/trading/market/indicators/spec.ts';
import { loadSp500 } from '../../activities/trading/market/sp500.ts';
import { median } from '../support/statistics.ts';

const barCount = 500;
const rounds = 200;
const targetMs = 20;

/** Every indicator with its usual parameters, each as a whole series over the same bars: the first time, and after it. */
export async function indicators(): Promise<Result[]> {
  const bars = (await loadSp500()).slice(-barCount);
  const kinds = Object.keys(definitions) as IndicatorKind[];
  const milliseconds = Array.from({ length: rounds }, () => {
    const begin = performance.now();
    for (const kind of kinds) computeSeries(bars, { kind });
    return performance.now() - begin;
  });
  const [first = 0, ...later] = milliseconds;
  return [
    {
      name: `${barCount} bars × ${kinds.length} indicators`,
      figure: median(later),
      unit: 'ms',
      target: targetMs,
      spread: later,
      details: [`${first.toFixed(1)} ms the first time, before the code is compiled`],
      samples: { milliseconds },
    },
  ];
}
