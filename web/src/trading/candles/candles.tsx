import { CandlestickSeries, createChart, createSeriesMarkers } from 'lightweight-charts';
import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { chartOptions } from '../chart/chart-options.ts';
import { colour } from '../chart/colour.ts';
import { priceFormat } from '../chart/price-format.ts';
import { useIsDark } from '../../components/theme/theme.ts';
import { barAt } from './bars.ts';
import type { Bar } from './bars.ts';
import { haveRoom, textBars } from './mark-labels.ts';
import type { Chart } from './market-data.ts';
import type { Mark } from './mark.ts';
import { shownRange } from './shown-range.ts';
import { texts } from './texts.ts';

/** Pixels of the axis of prices. */
const axisWidth = 70;

/** Candles with what was decided and filled as marks. */
export default function Candles({ chart }: { chart: Chart }) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn anew where the colours change.
  const isDark = useIsDark();
  useEffect(() => {
    const element = frame.current;
    return element ? draw(element, chart) : undefined;
  }, [chart, isDark]);
  const { bars, marks, symbol, timeframe } = chart;
  const label = [
    texts.chart.label(bars.length, symbol, timeframe, String(bars.at(-1)?.close)),
    ...marks.map(({ text }) => text),
  ].join('. ');
  return <div ref={frame} role="group" aria-label={label} className="h-60 w-full" />;
}

const seconds = (time: string) => (Date.parse(time) / 1000) as UTCTimestamp;

function draw(element: HTMLElement, { bars, unread = [], marks, timeframe }: Chart): () => void {
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
    priceFormat: priceFormat(bars.at(-1)?.close ?? 0),
  });
  // What has a time alone is drawn as a gap.
  const points = [...bars, ...unread.map((time) => ({ time }))]
    .map((point) => ({ ...point, time: seconds(point.time) }))
    .toSorted((one, other) => one.time - other.time);
  series.setData(points);
  const numbers = new Map(points.map(({ time }, index) => [time, index]));
  const placed = placedIn(bars, marks, numbers);
  const range = shownRange(
    points.length,
    placed.map(({ index }) => index),
  );
  const room = textBars(range.to - range.from, element.clientWidth - axisWidth);
  createSeriesMarkers(series, markersOf(placed, room));
  chart.timeScale().setVisibleLogicalRange(range);
  return () => chart.remove();
}

const shapes = {
  decision: { buy: 'circle', sell: 'circle', none: 'circle' },
  fill: { buy: 'arrowUp', sell: 'arrowDown', none: 'square' },
} as const;

type PlacedMark = { mark: Mark; bar: Bar; index: number };

/**
 * The marks with the bars that they stand at, oldest first.
 * @param numbers of the bars, by their times: which place of the chart they are drawn at.
 */
function placedIn(bars: Bar[], marks: Mark[], numbers: Map<UTCTimestamp, number>): PlacedMark[] {
  return marks
    .flatMap((mark) => {
      const bar = barAt(bars, mark.time);
      return bar ? [{ mark, bar, index: numbers.get(seconds(bar.time))! }] : [];
    })
    .toSorted((one, other) => one.index - other.index);
}

function markersOf(placed: PlacedMark[], room: number): SeriesMarker<Time>[] {
  return (['aboveBar', 'belowBar'] as const)
    .flatMap((position) => {
      const there = placed.filter(({ mark }) => positionOf(mark) === position);
      const withText = haveRoom(
        there.map(({ index }) => index),
        room,
      );
      return there.map(({ mark: { kind, side, label }, bar }, place) => ({
        time: seconds(bar.time),
        position,
        shape: shapes[kind][side],
        color: colour(kind === 'fill' ? '--accent' : '--wait'),
        ...(withText[place] && { text: label }),
      }));
    })
    .toSorted((one, other) => one.time - other.time);
}

const positionOf = ({ kind, side }: Mark) =>
  kind === 'fill' && side === 'buy' ? 'belowBar' : 'aboveBar';
