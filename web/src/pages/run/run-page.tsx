import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Split } from '../../components/layout/split.tsx';
import { RunCanvas } from './canvas/run-canvas.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { NarrowRun } from './narrow-run.tsx';
import { placedNodes } from './placed-nodes.ts';
import { RunContext } from './run-context.ts';
import { RunHeader } from './run-header.tsx';
import { useChildren } from './use-children.ts';
import { usePlace } from './use-place.ts';
import { useRun } from './use-run.ts';
import type { RunData } from './use-run.ts';
import { Waterfall } from './waterfall/waterfall.tsx';
import { texts } from './texts.ts';

/** One run: what it does, did and cost, on the canvas, over time, and in detail. */
export function RunPage() {
  const { runId } = useParams({ from: '/runs/$runId' });
  return <OpenRun key={runId} runId={runId} />;
}

function OpenRun({ runId }: { runId: string }) {
  const { data, error } = useRun(runId);
  if (data) return <ShownRun data={data} />;
  if (!error) return <p className="p-5 text-muted">{texts.page.loading}</p>;
  return (
    <EmptyState title={error.message}>
      <Link to="/runs" className="text-accent underline">
        {texts.page.goToRuns}
      </Link>
    </EmptyState>
  );
}

function ShownRun({ data }: { data: RunData }) {
  const place = usePlace();
  const { document, nodes } = data.run;
  const children = useChildren(data.run, data.hasEnded);
  const placed = useMemo(
    () => placedNodes({ document, nodes }, children.values()),
    [document, nodes, children],
  );
  const allNodes = useMemo(() => [...placed.values()].map(({ node }) => node), [placed]);
  return (
    <RunContext value={{ ...data, ...place, children, placed, allNodes }}>
      <div className="flex h-full flex-col">
        <RunHeader />
        <div className="min-h-0 flex-1 border-t border-line">
          {place.isWide ? <WideRun /> : <NarrowRun />}
        </div>
      </div>
    </RunContext>
  );
}

function WideRun() {
  return (
    <Split
      name="run-details"
      direction="columns"
      label={texts.page.detailsPanel}
      initial={400}
      minimum={280}
      first={
        <Split
          name="run-timeline"
          direction="rows"
          label={texts.page.timelinePanel}
          initial={280}
          minimum={120}
          first={<RunCanvas />}
          second={<Waterfall />}
        />
      }
      second={<Inspector />}
    />
  );
}
