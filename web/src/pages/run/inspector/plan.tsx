import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useLivePlan } from '../../../api/streams/run-stream.ts';
import { plainPath } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { until } from '../film/past-run.ts';
import { planProgress } from './plan-progress.ts';
import { latestPlan, planAnew } from './plan-revisions.ts';
import { Section } from '../../../components/layout/section.tsx';
import { planTexts } from './texts.ts';
import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleX,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { PlanStep } from '../../../../../contracts/agents/plan.ts';

type PlanStepsProps = {
  steps: PlanStep[];
  /** Whether the agent works on it, was told to stand still, or is over: then what is open was not reached. */
  pace: 'working' | 'still' | 'over';
};

/** The steps of a plan, each with how it stands and what came of it. */
function PlanSteps({ steps, pace }: PlanStepsProps) {
  return (
    <ol className="grid gap-1.5">
      {steps.map(({ id, text, status, note }) => {
        const isOver = pace === 'over' && (status === 'pending' || status === 'active');
        const isActive = !isOver && status === 'active';
        const isStill = isActive && pace === 'still';
        const { Icon, color, title } = isOver ? notReached : isStill ? still : looks[status];
        const isDim = isOver || status === 'skipped';
        return (
          <li key={id} className="flex gap-2" {...(isActive && { 'aria-current': 'step' })}>
            <Icon
              aria-hidden
              className={`mt-0.5 size-4 shrink-0 ${color} ${isActive && !isStill ? 'animate-pulse motion-reduce:animate-none' : ''}`}
            />
            <div className="min-w-0 wrap-anywhere">
              <span className="sr-only">{title}: </span>
              <span className={isActive ? 'font-medium' : isDim ? 'text-muted' : ''}>{text}</span>
              {note !== undefined && (
                <p className="line-clamp-4 text-[12px] text-muted" title={note}>
                  {note}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type Look = { Icon: ComponentType<{ className?: string }>; color: string; title: string };

const still: Look = {
  Icon: CirclePause,
  color: 'text-accent',
  title: planTexts.steps.interrupted,
};
const notReached: Look = {
  Icon: CircleDashed,
  color: 'text-muted',
  title: planTexts.steps.notReached,
};

const looks = {
  pending: { Icon: Circle, color: 'text-muted', title: planTexts.steps.pending },
  active: { Icon: CircleDot, color: 'text-busy', title: planTexts.steps.active },
  done: { Icon: CircleCheck, color: 'text-good', title: planTexts.steps.done },
  failed: { Icon: CircleX, color: 'text-bad', title: planTexts.steps.failed },
  skipped: { Icon: Ban, color: 'text-muted', title: planTexts.steps.skipped },
} satisfies Record<PlanStep['status'], Look>;

type PlanProps = {
  nodePath: string;
  /** Whether the agent still works. */
  isAlive: boolean;
};

/** What the agent at a node path means to do, with the steps as they are done, and how it changed its mind. */
export function Plan({ nodePath, isAlive }: PlanProps) {
  const { run, hasEnded, moment } = useRunContext();
  const live = useLivePlan(run.id, nodePath);
  const { data } = useQuery({
    ...queries.plans(run.id, nodePath),
    refetchInterval: hasEnded || moment !== undefined ? false : 1_500,
  });
  const revisions = until(data?.items ?? [], moment);
  const plan = latestPlan(revisions, moment === undefined ? live : undefined);
  if (!plan) return null;
  const earlier = planAnew(revisions, plan);
  const isStill = run.interrupted.some(
    (agent) => plainPath(agent.nodePath) === plainPath(nodePath),
  );
  return (
    <Section title={planTexts.title} remark={planProgress(plan.steps)}>
      {earlier[0] && earlier[0].givenUpFor !== null && (
        <p className="mb-2 text-muted">{planTexts.replanned(earlier[0].givenUpFor)}</p>
      )}
      <PlanSteps steps={plan.steps} pace={isAlive ? (isStill ? 'still' : 'working') : 'over'} />
      {earlier.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer text-muted">
            {earlier.length === 1 ? planTexts.oneEarlier : planTexts.earlier(earlier.length)}
          </summary>
          <ol className="mt-2 grid gap-3 border-l border-line pl-3">
            {earlier.map(({ revision, steps, givenUpFor }) => (
              <li key={revision}>
                <PlanSteps steps={steps} pace="over" />
                <p className="mt-1 text-muted">
                  {planTexts.abandoned(givenUpFor === null ? '' : `: ${givenUpFor}`)}
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  );
}
