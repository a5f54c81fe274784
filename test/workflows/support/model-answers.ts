import type { CallModelResult, RequestedCall } from '../../../contracts/activities.ts';
import type { Output } from '../../../contracts/artifact.ts';

/** An answer that asks for tools. */
export const asks = (...names: string[]): CallModelResult => ({
  status: 'answered',
  preview: '',
  calls: names.map((name, call): RequestedCall => ({ call, name, label: `${name} SPX` })),
});

/** An answer that delegates to an agent. */
export const delegatesTo = (agent: string): CallModelResult => ({
  status: 'answered',
  preview: '',
  calls: [{ call: 0, name: `delegate_to_${agent}`, label: '…', delegateTo: agent }],
});

/** An answer that is the result. */
export const delivers = (output: Output): CallModelResult => ({
  status: 'answered',
  preview: '',
  calls: [],
  output,
});

/** No answer: the run's budget is used up, and a person is to be asked. */
export const overBudget: CallModelResult = {
  status: 'over_budget',
  account: 'run:1',
  limitUsd: 0.05,
  byUsd: 0.05,
  message: 'The budget of run 1 does not allow this call.',
};
