import { ColorType, createChart } from 'lightweight-charts';
import type { ChartOptions, DeepPartial, IChartApi } from 'lightweight-charts';
import { colour } from './colour.ts';

/** How every chart looks, in the colours of now. The makers' logo would cover data: the note below a chart names them. */
export function chartOptions(): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colour('--surface') },
      textColor: colour('--muted'),
      fontFamily: 'Inter Variable, system-ui, sans-serif',
      fontSize: 11,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour('--line') } },
    // Also a low pane has more than one line to read by.
    rightPriceScale: { borderColor: colour('--line'), tickMarkDensity: 1.8, entireTextOnly: true },
    timeScale: { borderColor: colour('--line') },
  };
}

/** A chart that shows all there is, however many points, and is neither scrolled nor scaled. */
export function createWholeChart(element: HTMLElement): IChartApi {
  const options = chartOptions();
  return createChart(element, {
    ...options,
    layout: {
      ...options.layout,
      panes: { separatorColor: colour('--line'), enableResize: false },
    },
    timeScale: { ...options.timeScale, minBarSpacing: 0.001 },
    handleScroll: false,
    handleScale: false,
  });
}
