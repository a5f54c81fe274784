import { CandlestickSeries, createChart, createSeriesMarkers } from 'lightweight-charts';
import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import { chartOptions } from '../chart/chart-options.ts';
import { colour } from '../chart/colour.ts';
import { priceFormat } from '../chart/price-format.ts';
import { barAt } from './bars.ts';
import type { Bar } from '../api/bars.ts';
import { labelPrimitive } from './label-primitive.ts';
import type { Chart } from './market-data.ts';
import type { Mark } from './mark.ts';
import { movedRange, shownRange } from './shown-range.ts';

/** Bars on the left that are still out of sight when earlier ones are asked for. */
const ahead = 10;

export type DrawnCandles = { show(chart: Chart): void; remove(): void };

/**
 * Candles with marks in an element, in the colours of now.
 * @param tell.onEarlier when bars before the first one come into sight.
 * @param tell.onPoint the bar that one points at; undefined, none.
 */
export function drawCandles(
  element: HTMLElement,
  tell: { onEarlier: () => void; onPoint: (bar: Bar | undefined) => void },
): DrawnCandles {
  const chart = createChart(element, chartOptions());
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
  const markers = createSeriesMarkers(series, []);
  const labels = labelPrimitive({ chart, series, background: colour('--surface') });
  series.attachPrimitive(labels);
  let times: UTCTimestamp[] = [];
  let barsByTime = new Map<Time, Bar>();
  // What somebody has moved stays where it is.
  let isMoved = false;
  const onMove = () => void (isMoved = true);
  element.addEventListener('pointerdown', onMove);
  element.addEventListener('wheel', onMove, { passive: true });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && times.length > 0 && range.from < (isMoved ? ahead : 0)) tell.onEarlier();
  });
  chart.subscribeCrosshairMove(({ time }) =>
    tell.onPoint(time === undefined ? undefined : barsByTime.get(time)),
  );

  function show({ bars, unread = [], marks, timeframe }: Chart): void {
    chart.applyOptions({ timeScale: { timeVisible: !/[dw]$/.test(timeframe) } });
    series.applyOptions({ priceFormat: priceFormat(bars.at(-1)?.close ?? 0) });
    // What has a time alone is drawn as a gap.
    const points = [...bars, ...unread.map((time) => ({ time }))]
      .map((point) => ({ ...point, time: seconds(point.time) }))
      .toSorted((one, other) => one.time - other.time);
    const seen = isMoved ? chart.timeScale().getVisibleLogicalRange() : null;
    const before = times;
    times = points.map(({ time }) => time);
    barsByTime = new Map(bars.map((bar) => [seconds(bar.time), bar]));
    series.setData(points);
    const placed = placedIn(bars, marks);
    markers.setMarkers(placed.map(markerOf));
    labels.show(placed.map(labelOf));
    const marked = placed.map(({ bar }) => times.indexOf(seconds(bar.time)));
    chart
      .timeScale()
      .setVisibleLogicalRange(
        seen ? movedRange(seen, before, times) : shownRange(times.length, marked),
      );
  }

  return {
    show,
    remove() {
      element.removeEventListener('pointerdown', onMove);
      element.removeEventListener('wheel', onMove);
      chart.remove();
    },
  };
}

const seconds = (time: string) => (Date.parse(time) / 1000) as UTCTimestamp;

const shapes = {
  decision: { buy: 'circle', sell: 'circle', none: 'circle' },
  fill: { buy: 'arrowUp', sell: 'arrowDown', none: 'square' },
} as const;

type PlacedMark = { mark: Mark; bar: Bar };

/** The marks with the bars that they stand at, oldest first. */
function placedIn(bars: Bar[], marks: Mark[]): PlacedMark[] {
  return marks
    .flatMap((mark) => {
      const bar = barAt(bars, mark.time);
      return bar ? [{ mark, bar }] : [];
    })
    .toSorted((one, other) => Date.parse(one.bar.time) - Date.parse(other.bar.time));
}

const isAbove = ({ kind, side }: Mark) => kind !== 'fill' || side !== 'buy';
const colourOf = ({ kind }: Mark) => colour(kind === 'fill' ? '--accent' : '--wait');

function markerOf({ mark, bar }: PlacedMark): SeriesMarker<Time> {
  return {
    time: seconds(bar.time),
    position: isAbove(mark) ? 'aboveBar' : 'belowBar',
    shape: shapes[mark.kind][mark.side],
    color: colourOf(mark),
  };
}

function labelOf({ mark, bar }: PlacedMark) {
  return {
    time: seconds(bar.time),
    text: mark.label,
    price: isAbove(mark) ? bar.high : bar.low,
    isAbove: isAbove(mark),
    colour: colourOf(mark),
  };
}
