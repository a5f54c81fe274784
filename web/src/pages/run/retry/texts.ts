import type { RetryAction } from '../../../../../contracts/api/index.ts';
import { counted } from '../../../components/values/words.ts';

/** Texts of the retry of a run. */
export const retryTexts = {
  button: 'Retry',
  fromHere: 'Retry from here',
  hint: 'Start a run that keeps what is done',
  title: 'Retry run?',
  retried: 'This run was retried already. Continue with its latest retry, or start one more here:',
  latest: 'Use the newest version of the pipeline',
  latestAgent: 'Use the newest version of the agent',
  changes: 'Change inputs, or give an output',
  input: (name: string) => `Input ${name}`,
  givenNode: 'Give the output of a node',
  givenNodeHelp: 'The node does not run. What follows it uses this output.',
  none: 'None',
  output: (node: string) => `Output of ${node}`,
  outputHelp: 'JSON, such as {"price": 12.5} or "a text"',
  unread: 'This is not JSON. Write texts in quotation marks.',
  nodes: 'What happens to each node',
  actions: {
    kept: 'kept',
    pinned: 'output given',
    continues: 'continues where it stopped',
    runs: 'runs from its start',
    skipped: 'skipped again',
  } satisfies Record<RetryAction, string>,
  callsAgain: 'calls its tool again',
  saved: (steps: number, tokens: string, cost: string) =>
    `Saves ${counted(steps, 'step')}, ${tokens} tokens, ${cost}.`,
  done: 'This run has already done:',
  unfinished: 'not finished',
  mayRepeat: 'may happen again',
  start: 'Start retry',
};
