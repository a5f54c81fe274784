import { AreaSeries, LineSeries, createChart } from 'lightweight-charts';
import type { UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { CurvePoint } from '../../../../contracts/trading/backtest.ts';
import { chartOptions } from '../chart/chart-options.ts';
import { colour } from '../chart/colour.ts';
import { cents } from '../../components/values/figures.ts';
import { useIsDark } from '../../components/theme/theme.ts';
import { texts } from './texts.ts';

/** The equity curve of a backtest, and below it how far it is from its highest so far. */
export default function CurveChart({ points }: { points: CurvePoint[] }) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn anew where the colours change.
  const isDark = useIsDark();
  useEffect(() => (frame.current ? draw(frame.current, points) : undefined), [points, isDark]);
  const [first, last] = [points[0], points.at(-1)];
  const deepest = Math.min(0, ...points.map(({ drawdown }) => drawdown));
  const label =
    first && last
      ? texts.chart.label(
          cents(first.equity),
          first.time.slice(0, 10),
          cents(last.equity),
          last.time.slice(0, 10),
          percent(deepest),
        )
      : texts.report.equityAndDrawdown;
  return <div ref={frame} role="group" aria-label={label} className="h-80 w-full" />;
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`;

function draw(element: HTMLElement, points: CurvePoint[]): () => void {
  const options = chartOptions();
  const chart = createChart(element, {
    ...options,
    layout: {
      ...options.layout,
      panes: { separatorColor: colour('--line'), enableResize: false },
    },
    handleScroll: false,
    handleScale: false,
  });
  const equity = chart.addSeries(LineSeries, {
    color: colour('--accent'),
    lineWidth: 2,
    priceLineVisible: false,
    priceFormat: { type: 'custom', formatter: (value: number) => cents(value) },
  });
  const drawdown = chart.addSeries(
    AreaSeries,
    {
      lineColor: colour('--bad'),
      topColor: 'transparent',
      bottomColor: 'transparent',
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: 'custom', formatter: percent },
    },
    1,
  );
  const at = ({ time }: CurvePoint) => (Date.parse(time) / 1000) as UTCTimestamp;
  equity.setData(points.map((point) => ({ time: at(point), value: point.equity })));
  drawdown.setData(points.map((point) => ({ time: at(point), value: point.drawdown })));
  chart.panes()[0]?.setStretchFactor(3);
  chart.panes()[1]?.setStretchFactor(1);
  chart.timeScale().fitContent();
  return () => chart.remove();
}
