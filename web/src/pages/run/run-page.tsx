import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Announcer } from '../../components/announcer/announcer.tsx';
import { Split } from '../../components/layout/split.tsx';
import { AtMoment, FilmProvider } from './film/film-provider.tsx';
import { Scrubber } from './film/scrubber.tsx';
import { RunCanvas } from './canvas/run-canvas.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { WithNodeMenu } from './menu/node-menu.tsx';
import { placedNodes } from './placed-nodes.ts';
import { RunContext, useRunContext } from './run-context.ts';
import { RunHeader } from './run-header.tsx';
import { useTellRun } from './use-tell-run.ts';
import { useReadRun } from './use-read-run.ts';
import { usePlace } from './use-place.ts';
import { useRun } from './use-run.ts';
import type { RunData } from './use-run.ts';
import { Waterfall } from './waterfall/waterfall.tsx';
import { texts } from './texts.ts';
import { Tabs } from 'radix-ui';
import { runViewNames } from './run-search.ts';
import type { RunViewName } from './run-search.ts';
import type { ChosenParts } from './parts.ts';
import { useChildren } from './use-children.ts';

const views: Record<RunViewName, { title: string; content: () => React.ReactNode }> = {
  details: { title: texts.views.details, content: () => <ShownDetails /> },
  timeline: { title: texts.views.timeline, content: () => <Waterfall /> },
  canvas: { title: texts.views.canvas, content: () => <ShownCanvas /> },
};

function ShownDetails() {
  return (
    <AtMoment isLate>
      <Inspector />
    </AtMoment>
  );
}

function ShownCanvas() {
  return (
    <AtMoment>
      <WithNodeMenu>
        <RunCanvas />
      </WithNodeMenu>
    </AtMoment>
  );
}

/** A run in a narrow window: one view at a time. */
function NarrowRun() {
  const { place, show } = useRunContext();
  return (
    <Tabs.Root
      value={place.view ?? 'details'}
      onValueChange={(view) => show(view as RunViewName)}
      className="flex h-full flex-col"
    >
      <Tabs.List
        aria-label={texts.views.label}
        className="flex border-b border-line bg-surface px-2"
      >
        {runViewNames.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="min-h-10 flex-1 border-b-2 border-transparent px-3 text-muted data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {views[name].title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {runViewNames.map((name) => (
        <Tabs.Content key={name} value={name} className="min-h-0 flex-1">
          {views[name].content()}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

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
  useTellRun(data);
  useReadRun(data);
  const { document, nodes } = data.run;
  const [chosen, setChosen] = useState<ChosenParts>({});
  const choosePart = useCallback(
    (path: string, number: number) => setChosen((before) => ({ ...before, [path]: number })),
    [],
  );
  const children = useChildren(data.run, { hasEnded: data.hasEnded, chosen });
  const placed = useMemo(
    () => placedNodes({ document, nodes }, children.values()),
    [document, nodes, children],
  );
  const allNodes = useMemo(() => [...placed.values()].map(({ node }) => node), [placed]);
  return (
    <RunContext value={{ ...data, ...place, children, placed, allNodes, chosen, choosePart }}>
      <div className="flex h-full flex-col">
        <RunHeader />
        <Announcer />
        <FilmProvider>
          <Scrubber />
          <div className="min-h-0 flex-1 border-t border-line">
            {place.isWide ? <WideRun /> : <NarrowRun />}
          </div>
        </FilmProvider>
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
          first={<ShownCanvas />}
          second={<Waterfall />}
        />
      }
      second={<ShownDetails />}
    />
  );
}
