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
import { texts } from '../texts.ts';

type PlanStepsProps = {
  steps: PlanStep[];
  /** Whether the agent works on it, was told to stand still, or is over: then what is open was not reached. */
  pace: 'working' | 'still' | 'over';
};

/** The steps of a plan, each with how it stands and what came of it. */
export function PlanSteps({ steps, pace }: PlanStepsProps) {
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
  title: texts.plan.steps.interrupted,
};
const notReached: Look = {
  Icon: CircleDashed,
  color: 'text-muted',
  title: texts.plan.steps.notReached,
};

const looks = {
  pending: { Icon: Circle, color: 'text-muted', title: texts.plan.steps.pending },
  active: { Icon: CircleDot, color: 'text-busy', title: texts.plan.steps.active },
  done: { Icon: CircleCheck, color: 'text-good', title: texts.plan.steps.done },
  failed: { Icon: CircleX, color: 'text-bad', title: texts.plan.steps.failed },
  skipped: { Icon: Ban, color: 'text-muted', title: texts.plan.steps.skipped },
} satisfies Record<PlanStep['status'], Look>;
