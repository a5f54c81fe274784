import { useEffect, useRef } from 'react';
import { useRunContext } from '../run-context.ts';
import { NodeDetails } from './node-details.tsx';
import { RunDetails } from './run-details.tsx';
import { StepDetails } from './step-details.tsx';
import { texts } from '../texts.ts';

/** What is selected, in detail; the run as a whole where nothing is. */
export function Inspector() {
  const { place, steps } = useRunContext();
  const { at, step: name } = place;
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [at, name]);
  const step =
    name === undefined
      ? undefined
      : steps.find((candidate) => candidate.nodePath === at && candidate.step === name);
  return (
    <aside
      ref={scroller}
      aria-label={texts.details.label}
      tabIndex={0}
      className="size-full overflow-auto bg-surface p-4 focus-visible:-outline-offset-2"
    >
      {step && <StepDetails key={step.key} step={step} />}
      {!step && at !== undefined && <NodeDetails key={at} nodePath={at} />}
      {at === undefined && <RunDetails />}
    </aside>
  );
}
