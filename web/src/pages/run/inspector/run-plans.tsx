import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useLivePlans } from '../../../api/streams/run-stream.ts';
import { plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { LiveNow } from './live-now.tsx';
import { Plan } from './plan.tsx';
import { currentStep, planProgress } from './plan-progress.ts';
import { Section } from './section.tsx';
import { texts } from '../texts.ts';

/** What the agents of a run mean to do: of one agent alone the whole, of several how far each is. */
export function RunPlans() {
  const { run, hasEnded } = useRunContext();
  const [only, ...others] = run.document.nodes;
  if (only?.kind === 'agent' && others.length === 0) {
    return (
      <>
        <Plan nodePath={only.id} isAlive={!hasEnded} />
        <LiveNow nodePath={only.id} />
      </>
    );
  }
  return <PlansOfSeveral />;
}

function PlansOfSeveral() {
  const { run, hasEnded, placed, openNode } = useRunContext();
  const live = useLivePlans(run.id);
  const { data } = useQuery({ ...queries.plans(run.id), enabled: live === undefined || hasEnded });
  // Of an agent that began anew, only the latest attempt counts.
  const plans = new Map(
    [...(data?.items ?? []), ...(live ?? [])].map((plan) => [plainPath(plan.nodePath), plan]),
  );
  if (plans.size === 0) return null;
  // As they stand in the document; those that were asked by others come last.
  const order = [...placed.keys()];
  const rankOf = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  const listed = [...plans].toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return (
    <Section title={texts.plan.several}>
      <ul className="grid gap-2">
        {listed.map(([path, { steps }]) => {
          const at = hasEnded ? undefined : currentStep(steps);
          return (
            <li key={path}>
              <div className="flex flex-wrap items-baseline gap-x-2">
                <button
                  type="button"
                  onClick={() => openNode(path)}
                  className="rounded text-left text-accent hover:underline"
                >
                  {titleOfPath(placed, path)}
                </button>
                <span className="text-[12px] text-muted">{planProgress(steps)}</span>
              </div>
              {at && <p className="truncate text-[12px] text-muted">{at.text}</p>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
