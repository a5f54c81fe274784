import type { GivenTask } from '../../contracts/activities/index.ts';
import { maximumDepth } from '../../contracts/base/run-limits.ts';
import type { RunError } from '../../contracts/runs/run.ts';
import { tooDeep } from '../errors.ts';

/** The chain of delegations that led to a task. */
export type Ancestry = {
  /** The agents that wait for it, the first one first. */
  agents: string[];
  /** The tasks that they have delegated, the latest {@link mostGiven}. */
  given: GivenTask[];
};

/** The most earlier delegations in an agent's input, so that it does not grow with its ancestors' work. */
export const mostGiven = 100;

export const noAncestry: Ancestry = { agents: [], given: [] };

/** The earlier delegations that the agent of a task is given. */
export const givenBelow = (given: readonly GivenTask[], task: GivenTask): GivenTask[] =>
  [...given, task].slice(-mostGiven);

/** A task that an agent wants to delegate. */
export type Delegation = {
  from: string;
  to: string;
  mark: string;
  /** The agents that wait for `from`, and all tasks that were delegated on the way here. */
  ancestry: Ancestry;
  /** What is left of the time of `from`. */
  leftMs: number;
};

/** A subtask that gets less time than this could not even ask a model. */
const leastTimeMs = 2_000;

/** The part of what is left of an agent's time that one subtask may take. */
export const shareOfTime = (leftMs: number): number => Math.floor(leftMs / 2);

const instead = 'Do this part yourself, or deliver what you have and say what is missing and why.';

const guards: ((delegation: Delegation) => RunError | undefined)[] = [
  ({ ancestry: { agents } }) => {
    if (agents.length < maximumDepth) return undefined;
    const message = `Delegation is limited to ${maximumDepth} levels. ${instead}`;
    return tooDeep(message);
  },
  ({ from, to, ancestry: { agents } }) => {
    if (to !== from && !agents.includes(to)) return undefined;
    const path = [...agents, from, to].join(' → ');
    const message = `${to} is waiting for this answer itself (${path}), so you cannot ask it. ${instead}`;
    return { type: 'DelegationCycle', message };
  },
  ({ to, mark, ancestry: { given } }) => {
    const same = given.filter((task) => task.agent === to && task.mark === mark);
    const failures = same.filter(({ hasFailed }) => hasFailed).length;
    // A task without an answer may be delegated once more.
    if (same.length === failures && failures < 2) return undefined;
    const message =
      same.length === failures
        ? `${to} failed at this task twice and cannot get it again. Ask for something else. ${instead}`
        : `${to} already had this task and cannot get it again. Use its answer, or ask for something else. ${instead}`;
    return { type: 'SameTaskAgain', message };
  },
  ({ to, leftMs }) => {
    if (shareOfTime(leftMs) >= leastTimeMs) return undefined;
    const message = `Not enough time left for ${to}: it would get half of ${leftMs} ms. ${instead}`;
    return { type: 'NoTimeLeft', message };
  },
];

/** Why a task may not be delegated, and what to do instead; undefined if it may. */
export function whyNotDelegate(delegation: Delegation): RunError | undefined {
  for (const guard of guards) {
    const refusal = guard(delegation);
    if (refusal) return refusal;
  }
  return undefined;
}
