import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useLivePlan } from '../../../api/streams/run-stream.ts';
import { plainPath } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { planProgress } from './plan-progress.ts';
import { latestPlan, planAnew } from './plan-revisions.ts';
import { PlanSteps } from './plan-steps.tsx';
import { Section } from './section.tsx';
import { texts } from '../texts.ts';

type PlanProps = {
  nodePath: string;
  /** Whether the agent still works. */
  isAlive: boolean;
};

/** What the agent at a node path means to do, with the steps as they are done, and how it changed its mind. */
export function Plan({ nodePath, isAlive }: PlanProps) {
  const { run, hasEnded } = useRunContext();
  const live = useLivePlan(run.id, nodePath);
  const { data } = useQuery({
    ...queries.plans(run.id, nodePath),
    refetchInterval: hasEnded ? false : 1_500,
  });
  const revisions = data?.items ?? [];
  const plan = latestPlan(revisions, live);
  if (!plan) return null;
  const earlier = planAnew(revisions, plan);
  const isStill = run.interrupted.some(
    (agent) => plainPath(agent.nodePath) === plainPath(nodePath),
  );
  return (
    <Section title={texts.plan.title} remark={planProgress(plan.steps)}>
      {earlier[0] && earlier[0].givenUpFor !== null && (
        <p className="mb-2 text-muted">{texts.plan.replanned(earlier[0].givenUpFor)}</p>
      )}
      <PlanSteps steps={plan.steps} pace={isAlive ? (isStill ? 'still' : 'working') : 'over'} />
      {earlier.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer text-muted">
            {earlier.length === 1 ? texts.plan.oneEarlier : texts.plan.earlier(earlier.length)}
          </summary>
          <ol className="mt-2 grid gap-3 border-l border-line pl-3">
            {earlier.map(({ revision, steps, givenUpFor }) => (
              <li key={revision}>
                <PlanSteps steps={steps} pace="over" />
                <p className="mt-1 text-muted">
                  {texts.plan.abandoned(givenUpFor === null ? '' : `: ${givenUpFor}`)}
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  );
}
