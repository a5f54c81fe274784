import { AreaSeries, LineSeries, LineStyle } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type {
  PerformancePoint,
  PerformanceView,
} from '../../../../../contracts/trading/api/performance.ts';
import { useIsDark } from '../../../components/theme/theme.ts';
import { createWholeChart } from '../../chart/chart-options.ts';
import { colour } from '../../chart/colour.ts';
import { percentFormat } from '../../chart/price-format.ts';
import { hasOneExposure } from './exposure.ts';
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

const quiet = { priceLineVisible: false, lastValueVisible: false };

type Read = (point: PerformancePoint) => number | null;

function draw(element: HTMLElement, { curve, deposited }: PerformanceView): () => void {
  const chart = createWholeChart(element);
  const returnOf: Read = ({ equity }) => Number(equity) / Number(deposited) - 1;
  const benchmarkOf: Read = ({ benchmark }) => benchmark;
  const drawdownOf: Read = ({ drawdown }) => drawdown;
  const grossOf: Read = ({ gross }) => gross;
  const netOf: Read = ({ net }) => net;
  const panes = [[returnOf, benchmarkOf], [drawdownOf], [grossOf, netOf]].map((drawn) =>
    formatOf(curve, drawn),
  );
  const line = (
    token: string,
    { pane, lineStyle }: { pane: number; lineStyle?: LineStyle },
    of: Read,
  ) => {
    const look = {
      ...quiet,
      priceFormat: panes[pane]!,
      color: colour(token),
      lineWidth: 2 as const,
      lineStyle: lineStyle ?? LineStyle.Solid,
    };
    chart.addSeries(LineSeries, look, pane).setData(pointsOf(curve, of));
  };
  line('--muted', { pane: 0 }, benchmarkOf);
  line('--accent', { pane: 0 }, returnOf);
  const areas = { topColor: 'transparent', bottomColor: 'transparent', lineWidth: 1 as const };
  chart
    .addSeries(
      AreaSeries,
      {
        ...quiet,
        ...areas,
        priceFormat: panes[1]!,
        lineColor: colour('--bad'),
      },
      1,
    )
    .setData(pointsOf(curve, drawdownOf));
  line('--busy', { pane: 2 }, grossOf);
  // Where both are the same on some days, the dashes let the line below be seen.
  if (!hasOneExposure(curve)) line('--wait', { pane: 2, lineStyle: LineStyle.Dashed }, netOf);
  for (const [pane, stretch] of [3, 1, 1].entries()) {
    chart.panes()[pane]?.setStretchFactor(stretch);
  }
  chart.timeScale().fitContent();
  return () => chart.remove();
}

/** By the value farthest from 0: of small ones an axis with two decimals would say 0 everywhere. */
function formatOf(curve: readonly PerformancePoint[], drawn: readonly Read[]) {
  const values = curve.flatMap((point) => drawn.map((of) => Math.abs(of(point) ?? 0)));
  return percentFormat(values.reduce((widest, value) => Math.max(widest, value), 0));
}

function pointsOf(curve: readonly PerformancePoint[], of: Read) {
  return curve.flatMap((point) => {
    const value = of(point);
    return value === null ? [] : [{ time: point.day, value }];
  });
}
