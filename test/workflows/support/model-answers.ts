import type { CallModelResult, RequestedCall } from '../../../contracts/activities/index.ts';
import type { Output } from '../../../contracts/base/artifact.ts';

type Answer = Extract<CallModelResult, { status: 'answered' }>;

/** An answer that asks for tools. */
export const asks = (...names: string[]): Answer => ({
  status: 'answered',
  preview: '',
  calls: names.map((name, call): RequestedCall => ({ call, name, label: `${name} SPX` })),
});

/** An answer that sets a plan, together with what else it does. */
export const plansAnd = (answer: Answer): Answer => ({ ...answer, plan: { done: 0, steps: 2 } });

/** An answer that delegates to an agent. */
export const delegatesTo = (agent: string, mark = 'a task'): Answer => ({
  status: 'answered',
  preview: '',
  calls: [{ call: 0, name: `delegate_to_${agent}`, label: '…', delegateTo: { agent, mark } }],
});

/** An answer that is the result. */
export const delivers = (output: Output): CallModelResult => ({
  status: 'answered',
  preview: '',
  calls: [],
  output,
});

/** An answer whose result is carried out by a tool. */
export const carriesOut = (name: string): Answer => ({
  status: 'answered',
  preview: '',
  calls: [{ call: 0, name: 'create_paper_order', label: `${name} SPX`, delivers: true }],
});

/** No answer: the run's budget is used up, and a person is to be asked. */
export const overBudget: CallModelResult = {
  status: 'over_budget',
  account: 'run:1',
  limitUsd: 0.05,
  byUsd: 0.05,
  message: 'The budget of run 1 does not allow this call.',
};
