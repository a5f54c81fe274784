import type { ApprovalView } from '../api/approvals.ts';
import type { PlanView } from '../api/plans.ts';
import type { RunView } from '../api/runs.ts';
import { applyCallEvent } from './live-call.ts';
import type { LiveCall } from './live-call.ts';
import { hasEnded } from './run.ts';
import type { RunCallEvent } from './call-events.ts';
import type { RunChange } from './run-events.ts';
import type { ToldStep } from './told-step.ts';
import type { ToolProgress } from '../tools/tools.ts';

/** Everything that a stream has told of a run. */
export type RunPicture = {
  run: RunView;
  /** In the order in which they began. */
  steps: ToldStep[];
  /** Whether the run has steps before these. */
  hasEarlierSteps: boolean;
  /** The latest plan of each agent that has one. */
  plans: PlanView[];
  /** Newest first. */
  approvals: ApprovalView[];
  /** What the latest model call of each node path says, by the call's id; none once the run has ended. */
  calls: Record<string, LiveCall>;
  /** How far the tool runs have come that go on and say so, by the key of their step. */
  progress: Record<string, ToolProgress>;
};

/** All that is known at one number of a stream; it takes the place of everything told before. */
export type RunSnapshot = { type: 'snapshot'; picture: RunPicture };

export type RunEvent = RunSnapshot | RunChange;

/**
 * The picture after an event. What an event does not touch stays the same object. Server and browser both
 * fold a stream with this function, so that they see the same at the same number.
 * @param picture undefined before the first snapshot: then only a snapshot gives one.
 */
export function applyRunEvent(
  picture: RunPicture | undefined,
  event: RunEvent,
): RunPicture | undefined {
  if (event.type === 'snapshot') return event.picture;
  return picture && applyRunChange(picture, event);
}

/** The same for what comes after a snapshot. */
export function applyRunChange(picture: RunPicture, change: RunChange): RunPicture {
  switch (change.type) {
    case 'state': {
      const run = { ...picture.run, ...change.run };
      return { ...picture, run, ...(hasEnded(run.status) && { calls: {}, progress: {} }) };
    }
    case 'cost':
      return { ...picture, run: { ...picture.run, ...change.costs } };
    case 'node':
      return {
        ...picture,
        run: { ...picture.run, nodes: withNode(picture.run.nodes, change.node) },
      };
    case 'step-start':
    case 'step-progress':
      return { ...picture, steps: withStep(picture.steps, change.step) };
    case 'plan':
      return { ...picture, plans: withPlan(picture.plans, change.plan) };
    case 'step-finish':
      return {
        ...picture,
        steps: withStep(picture.steps, change.step),
        progress: withoutProgress(picture.progress, change.step.key),
      };
    case 'tool-progress': {
      const { key, message, fraction } = change;
      return { ...picture, progress: { ...picture.progress, [key]: { message, fraction } } };
    }
    case 'approval':
      return { ...picture, approvals: withApproval(picture.approvals, change.approval) };
    default:
      return { ...picture, calls: withCall(picture.calls, change) };
  }
}

/** A picture that keeps of the steps that have ended only the latest. */
export function withLatestSteps(picture: RunPicture, mostSteps: number): RunPicture {
  let left = picture.steps.length - mostSteps;
  if (left <= 0) return picture;
  const steps = picture.steps.filter(({ status }) => status === 'running' || left-- <= 0);
  return { ...picture, steps, hasEarlierSteps: true };
}

function withNode(nodes: RunView['nodes'], node: RunView['nodes'][number]): RunView['nodes'] {
  const index = nodes.findIndex(({ id }) => id === node.id);
  return index === -1 ? [...nodes, node] : nodes.with(index, node);
}

function withStep(steps: ToldStep[], step: ToldStep): ToldStep[] {
  const index = steps.findLastIndex(({ key }) => key === step.key);
  if (index !== -1) return steps.with(index, step);
  const before = steps.findLastIndex(({ sequence }) => sequence < step.sequence);
  return steps.toSpliced(before + 1, 0, step);
}

/** What comes late is older than what is known. */
function withPlan(plans: PlanView[], plan: PlanView): PlanView[] {
  const index = plans.findIndex(({ nodePath }) => nodePath === plan.nodePath);
  if (index === -1) return [...plans, plan];
  return (plans[index]?.revision ?? 0) < plan.revision ? plans.with(index, plan) : plans;
}

function withoutProgress(progress: RunPicture['progress'], key: string): RunPicture['progress'] {
  if (!Object.hasOwn(progress, key)) return progress;
  const { [key]: _ended, ...others } = progress;
  return others;
}

function withApproval(approvals: ApprovalView[], approval: ApprovalView): ApprovalView[] {
  const index = approvals.findIndex(({ id }) => id === approval.id);
  return index === -1 ? [approval, ...approvals] : approvals.with(index, approval);
}

function withCall(calls: RunPicture['calls'], event: RunCallEvent): RunPicture['calls'] {
  const { callId, nodePath } = event;
  const others = Object.entries(calls).filter(([, call]) => call.nodePath !== nodePath);
  return { ...Object.fromEntries(others), [callId]: applyCallEvent(calls[callId], event) };
}
