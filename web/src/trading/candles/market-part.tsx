import { Suspense, lazy } from 'react';
import type { NodeView } from '../../../../contracts/api/index.ts';
import type { DrawnStep } from '../../domain.ts';
import { texts } from './texts.ts';
import { chartsOf, stepsBehind } from './market-data.ts';

/** Of runs that have read prices: no other page of the engine needs it. */
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }));

/**
 * The candles that a run has read, with its decisions and fills; undefined where it has read none.
 * @param steps those that are looked at: the bars that they worked with. Left undefined, all that the run has read.
 */
export function marketPart(
  run: { nodes: NodeView[]; steps: DrawnStep[] },
  steps: DrawnStep[] | undefined,
) {
  const behind = steps
    ? [...new Set(steps.flatMap((step) => stepsBehind(step, run.steps)))]
    : run.steps;
  const charts = chartsOf(behind, run);
  return charts.length > 0
    ? {
        title: 'Market',
        content: (
          <Suspense fallback={<div aria-busy="true" className="h-68" />}>
            <Charts charts={charts} loaded={texts.chart.loaded} />
          </Suspense>
        ),
      }
    : undefined;
}
