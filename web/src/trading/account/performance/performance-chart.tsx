import { AreaSeries, LineSeries, LineStyle } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type {
  PerformancePoint,
  PerformanceView,
} from '../../../../../contracts/trading/api/performance.ts';
import { useIsDark } from '../../../components/theme/theme.ts';
import { createWholeChart } from '../../chart/chart-options.ts';
import { colour } from '../../chart/colour.ts';
import { percentText } from './figure-text.ts';
import { texts } from './texts.ts';

/** The return beside that of the benchmark, below it the drawdown, and below that the exposure. */
export default function PerformanceChart({ view }: { view: PerformanceView }) {
  const frame = useRef<HTMLDivElement>(null);
  // Drawn anew where the colours change.
  const isDark = useIsDark();
  useEffect(() => (frame.current ? draw(frame.current, view) : undefined), [view, isDark]);
  const { from, to, figures } = view;
  const said = [
    texts.chart.return(percentText(figures.totalReturn)),
    texts.chart.deepest(percentText(figures.maxDrawdown)),
  ].join(', ');
  return (
    <div
      ref={frame}
      role="group"
      aria-label={texts.chart.label(said, from ?? '', to ?? '')}
      className="h-96 w-full"
    />
  );
}

const percent = {
  type: 'custom' as const,
  minMove: 0.0001,
  formatter: (share: number) => percentText(share),
};
const quiet = { priceLineVisible: false, lastValueVisible: false, priceFormat: percent };

function draw(element: HTMLElement, { curve, deposited }: PerformanceView): () => void {
  const chart = createWholeChart(element);
  const line = (
    token: string,
    { pane, lineStyle }: { pane: number; lineStyle?: LineStyle },
    of: (point: PerformancePoint) => number | null,
  ) => {
    const look = {
      ...quiet,
      color: colour(token),
      lineWidth: 2 as const,
      lineStyle: lineStyle ?? LineStyle.Solid,
    };
    chart.addSeries(LineSeries, look, pane).setData(pointsOf(curve, of));
  };
  line('--muted', { pane: 0 }, ({ benchmark }) => benchmark);
  line('--accent', { pane: 0 }, ({ equity }) => Number(equity) / Number(deposited) - 1);
  const areas = { topColor: 'transparent', bottomColor: 'transparent', lineWidth: 1 as const };
  chart
    .addSeries(AreaSeries, { ...quiet, ...areas, lineColor: colour('--bad') }, 1)
    .setData(pointsOf(curve, ({ drawdown }) => drawdown));
  line('--busy', { pane: 2 }, ({ gross }) => gross);
  // Of longs alone both are the same: the dashes let the line below be seen.
  line('--wait', { pane: 2, lineStyle: LineStyle.Dashed }, ({ net }) => net);
  for (const [pane, stretch] of [3, 1, 1].entries()) {
    chart.panes()[pane]?.setStretchFactor(stretch);
  }
  chart.timeScale().fitContent();
  return () => chart.remove();
}

function pointsOf(
  curve: readonly PerformancePoint[],
  of: (point: PerformancePoint) => number | null,
) {
  return curve.flatMap((point) => {
    const value = of(point);
    return value === null ? [] : [{ time: point.day, value }];
  });
}
