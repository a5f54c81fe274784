import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import type { Bar } from '../../market/market.ts';
import type { BacktestRequest } from '../request.ts';

/** Bars packed for a thread: much faster to copy than objects. */
type PackedBars = {
  /** Times of the bars, one per line. */
  times: string;
  /** Open, high, low, close and volume of each bar, one after the other. */
  values: Float64Array<ArrayBuffer>;
};

/** A request to a thread, which handles one at a time. */
export type ThreadRequest = Omit<BacktestRequest, 'series'> & {
  series: Omit<BacktestRequest['series'], 'bars'>;
  packed: PackedBars;
};

/** Its answer: the report, an invalid request with its field, or an unexpected error. */
export type ThreadAnswer =
  | { status: 'done'; report: BacktestReport }
  | { status: 'refused'; reason: string; field: string | undefined }
  | { status: 'failed'; error: unknown };

const width = 5;

/** Packs a request for a thread. */
export function pack({ series, ...rest }: BacktestRequest): ThreadRequest {
  const { bars, ...about } = series;
  const values = new Float64Array(bars.length * width);
  for (const [index, { open, high, low, close, volume }] of bars.entries()) {
    values.set([open, high, low, close, volume], index * width);
  }
  return {
    ...rest,
    series: about,
    packed: { times: bars.map(({ time }) => time).join('\n'), values },
  };
}

/** Restores the request that `pack` packed. */
export function unpack({ series, packed, ...rest }: ThreadRequest): BacktestRequest {
  const { times, values } = packed;
  const bars = (times === '' ? [] : times.split('\n')).map((time, index): Bar => {
    const at = index * width;
    return {
      time,
      open: values[at]!,
      high: values[at + 1]!,
      low: values[at + 2]!,
      close: values[at + 3]!,
      volume: values[at + 4]!,
    };
  });
  return { ...rest, series: { ...series, bars } };
}
