import { AreaSeries, createChart } from 'lightweight-charts';
import type { UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { chartOptions } from '../chart/chart-options.ts';
import { colour } from '../chart/colour.ts';
import { cents } from '../../components/values/figures.ts';
import { useIsDark } from '../../components/theme/theme.ts';
import type { EquityPoint } from './equity-curve.ts';
import { texts } from './texts.ts';

/** The equity curve of the account. */
export default function EquityChart({ points }: { points: EquityPoint[] }) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn anew where the colours change.
  const isDark = useIsDark();
  useEffect(() => (frame.current ? draw(frame.current, points) : undefined), [points, isDark]);
  const [first, last] = [points[0], points.at(-1)];
  const label =
    first && last
      ? texts.equity.chart(
          cents(first.equity),
          first.time.slice(0, 10),
          cents(last.equity),
          last.time.slice(0, 10),
        )
      : texts.equity.title;
  return <div ref={frame} role="group" aria-label={label} className="h-56 w-full" />;
}

function draw(element: HTMLElement, points: EquityPoint[]): () => void {
  const chart = createChart(element, {
    ...chartOptions(),
    handleScroll: false,
    handleScale: false,
  });
  const series = chart.addSeries(AreaSeries, {
    lineColor: colour('--accent'),
    topColor: 'transparent',
    bottomColor: 'transparent',
    lineWidth: 2,
    priceLineVisible: false,
    priceFormat: { type: 'custom', formatter: (value: number) => cents(value) },
  });
  series.setData(
    points.map(({ time, equity }) => ({
      time: (Date.parse(time) / 1000) as UTCTimestamp,
      value: equity,
    })),
  );
  chart.timeScale().fitContent();
  return () => chart.remove();
}
