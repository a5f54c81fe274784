import { Tabs } from 'radix-ui';
import { RunCanvas } from './canvas/run-canvas.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { useRunContext } from './run-context.ts';
import { runViewNames } from './run-search.ts';
import type { RunViewName } from './run-search.ts';
import { Waterfall } from './waterfall/waterfall.tsx';
import { texts } from './texts.ts';

const views: Record<RunViewName, { title: string; content: () => React.ReactNode }> = {
  details: { title: texts.views.details, content: () => <Inspector /> },
  timeline: { title: texts.views.timeline, content: () => <Waterfall /> },
  canvas: { title: texts.views.canvas, content: () => <RunCanvas /> },
};

/** A run in a narrow window: one view at a time. */
export function NarrowRun() {
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
