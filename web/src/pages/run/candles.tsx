import { CandlestickSeries, createChart, createSeriesMarkers } from 'lightweight-charts';
import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { chartOptions } from '../../components/chart/chart-options.ts';
import { colour } from '../../components/chart/colour.ts';
import { useMedia } from '../../components/use-media.ts';
import { barAt } from './candles/bars.ts';
import type { Chart } from './candles/market-data.ts';
import type { Mark } from './candles/mark.ts';

/** Bars that are shown at first; the others are a drag away. */
const shownBars = 60;
/** Room for the text of a mark at the last bar. */
const freeBars = 12;

/** Candles with what was decided and filled as marks. */
export default function Candles({ chart }: { chart: Chart }) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn anew where the colours change.
  const isDark = useMedia('(prefers-color-scheme: dark)');
  useEffect(() => {
    const element = frame.current;
    return element ? draw(element, chart) : undefined;
  }, [chart, isDark]);
  const { bars, marks, symbol, timeframe } = chart;
  const label = [
    `${bars.length} candles of ${symbol}, ${timeframe}, the last closed at ${bars.at(-1)?.close}`,
    ...marks.map(({ text }) => text),
  ].join('. ');
  return <div ref={frame} role="group" aria-label={label} className="h-60 w-full" />;
}

const seconds = (time: string) => (Date.parse(time) / 1000) as UTCTimestamp;

function draw(element: HTMLElement, { bars, marks, timeframe }: Chart): () => void {
  const chart = createChart(element, chartOptions());
  chart.applyOptions({ timeScale: { timeVisible: !/[dw]$/.test(timeframe) } });
  const series = chart.addSeries(CandlestickSeries, {
    upColor: colour('--surface'),
    borderUpColor: colour('--good'),
    wickUpColor: colour('--good'),
    downColor: colour('--bad'),
    borderDownColor: colour('--bad'),
    wickDownColor: colour('--bad'),
    priceLineVisible: false,
    lastValueVisible: false,
  });
  series.setData(bars.map(({ time, ...bar }) => ({ ...bar, time: seconds(time) })));
  createSeriesMarkers(
    series,
    marks.flatMap((mark) => marker(mark, bars)).toSorted((a, b) => Number(a.time) - Number(b.time)),
  );
  chart
    .timeScale()
    .setVisibleLogicalRange({ from: bars.length - shownBars, to: bars.length + freeBars });
  return () => chart.remove();
}

const shapes = {
  decision: { buy: 'circle', sell: 'circle', none: 'circle' },
  fill: { buy: 'arrowUp', sell: 'arrowDown', none: 'square' },
} as const;

function marker({ kind, side, time, label }: Mark, bars: Chart['bars']): SeriesMarker<Time>[] {
  const bar = barAt(bars, time);
  if (!bar) return [];
  return [
    {
      time: seconds(bar.time),
      position: kind === 'fill' && side === 'buy' ? 'belowBar' : 'aboveBar',
      shape: shapes[kind][side],
      color: colour(kind === 'fill' ? '--accent' : '--wait'),
      text: label,
    },
  ];
}
