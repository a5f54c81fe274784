import { AreaSeries, LineSeries } from 'lightweight-charts';
import type { UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { useIsDark } from '../../components/theme/theme.ts';
import { cents, percent } from '../../components/values/figures.ts';
import type { WorthPoint } from './buy-and-hold.ts';
import { createWholeChart } from './chart-options.ts';
import { colour } from './colour.ts';
import { moneyFormat, percentFormat } from './price-format.ts';
import { texts } from './texts.ts';

type CurveChartProps = {
  points: WorthPoint[];
  /** What is compared with, in the same money; empty, nothing. */
  benchmark: { time: string; value: number }[];
  /** What is compared with, in words. */
  benchmarkTitle: string;
};

/** The equity beside that of a benchmark, and below it, on the same axis of time, the drawdown. */
export default function CurveChart({ points, benchmark, benchmarkTitle }: CurveChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn anew where the colours change.
  const isDark = useIsDark();
  useEffect(
    () => (frame.current ? draw(frame.current, points, benchmark) : undefined),
    [points, benchmark, isDark],
  );
  const [first, last] = [points[0], points.at(-1)];
  const deepest = deepestOf(points);
  const held = benchmark.at(-1);
  const label = first &&
    last && [
      texts.curve.label(
        cents(first.equity),
        first.time.slice(0, 10),
        cents(last.equity),
        last.time.slice(0, 10),
        percent(deepest),
      ),
      ...(held ? [texts.curve.compared(benchmarkTitle, cents(held.value))] : []),
    ];
  return (
    <div
      ref={frame}
      role="group"
      aria-label={label ? label.join('; ') : texts.curve.title}
      className="h-80 w-full"
    />
  );
}

const deepestOf = (points: WorthPoint[]) =>
  points.reduce((deepest, { drawdown }) => Math.min(deepest, drawdown), 0);

function draw(
  element: HTMLElement,
  points: WorthPoint[],
  benchmark: CurveChartProps['benchmark'],
): () => void {
  const chart = createWholeChart(element);
  const money = moneyFormat([
    ...points.map(({ equity }) => equity),
    ...benchmark.map(({ value }) => value),
  ]);
  const line = { lineWidth: 2 as const, priceLineVisible: false, priceFormat: money };
  chart
    .addSeries(LineSeries, { ...line, color: colour('--muted') })
    .setData(benchmark.map(({ time, value }) => ({ time: seconds(time), value })));
  chart
    .addSeries(LineSeries, { ...line, color: colour('--accent') })
    .setData(points.map(({ time, equity }) => ({ time: seconds(time), value: equity })));
  chart
    .addSeries(
      AreaSeries,
      {
        lineColor: colour('--bad'),
        topColor: 'transparent',
        bottomColor: 'transparent',
        lineWidth: 1,
        priceLineVisible: false,
        lastValueVisible: false,
        priceFormat: percentFormat(deepestOf(points)),
      },
      1,
    )
    .setData(points.map(({ time, drawdown }) => ({ time: seconds(time), value: drawdown })));
  for (const [pane, stretch] of [3, 1].entries()) {
    chart.panes()[pane]?.setStretchFactor(stretch);
  }
  chart.timeScale().fitContent();
  return () => chart.remove();
}

const seconds = (time: string) => (Date.parse(time) / 1000) as UTCTimestamp;
