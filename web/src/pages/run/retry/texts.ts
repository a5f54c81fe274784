import type { RetryAction } from '../../../../../contracts/api/index.ts';
import { counted } from '../../../components/values/words.ts';

/** Texts of the retry of a run. */
export const retryTexts = {
  button: 'Retry',
  withVersion: (number: number | undefined) =>
    `Retry with ${number === undefined ? 'the saved version' : `version ${number}`}`,
  fromHere: 'Retry from here',
  hint: 'Start a new run that keeps completed nodes',
  title: 'Retry run?',
  retried: 'This run was already retried. Continue with its latest retry, or start another one:',
  latest: 'Use the newest version of the pipeline',
  saved: (number: number) => `Use version ${number} of the pipeline, saved`,
  savedAgain: 'Use the version saved',
  sameAs: (number: number) => `(same content as version ${number})`,
  latestAgent: 'Use the newest version of the agent',
  only: 'Run only this node, to try it: nothing after it runs',
  changes: 'Change inputs or set an output',
  input: (name: string) => `Input ${name}`,
  givenNode: 'Set the output of a node',
  givenNodeHelp: 'The node does not run. The nodes after it use this output.',
  none: 'None',
  output: (node: string) => `Output of ${node}`,
  outputHelp: 'JSON, such as {"price": 12.5} or "a text"',
  unread: 'This is not JSON. Write texts in quotation marks.',
  nodes: 'What happens to each node',
  actions: {
    kept: 'kept',
    pinned: 'output set',
    continues: 'continues where it stopped',
    runs: 'runs from the start',
    skipped: 'skipped',
  } satisfies Record<RetryAction, string>,
  callsAgain: 'calls its tool again',
  savedSteps: (steps: number, tokens: string, cost: string) =>
    `Saves ${counted(steps, 'step')}, ${tokens} tokens, ${cost}.`,
  done: 'Side effects of this run so far:',
  doneByRetries: 'Side effects of other retries of it:',
  unfinished: 'not finished',
  mayRepeat: 'may happen again',
  start: 'Start retry',
  try: 'Run this node',
};
