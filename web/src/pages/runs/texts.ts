import { counted } from '../../components/values/words.ts';

/** Texts of the runs page. */
export const texts = {
  page: {
    title: 'Runs',
    older: 'Load older runs',
  },
  filters: {
    search: 'Search runs',
    cost: 'Cost',
    anyCost: 'Any cost',
    atLeast: (amount: string) => `From ${amount}`,
    failedNode: 'Failed node (ID)',
    calledBy: 'Agent',
    anyAgent: 'Any agent',
    model: 'Model',
    anyModel: 'Any model',
    from: 'Created from (UTC)',
    to: 'Created before (UTC)',
    pipeline: 'Pipeline',
    allPipelines: 'All pipelines',
    error: 'Error',
    allErrors: 'All errors',
  },
  retryAll: {
    button: 'Retry all',
    hint: 'Retry all runs that match this filter and were not retried yet',
    title: 'Retry runs?',
    count: (runs: number) =>
      runs === 0
        ? 'No run can be retried.'
        : `${counted(runs, 'run')} will be retried. Completed nodes keep their outputs.`,
    effects: (effects: number) =>
      `These runs already had ${counted(effects, 'side effect')}, such as orders or messages. Each run lists its own.`,
    more: 'More runs match. Retry these first.',
    cancel: 'Cancel',
    start: 'Retry',
    started: (runs: number) => `${counted(runs, 'run')} started.`,
  },
  views: {
    label: 'Saved views',
    save: 'Save view',
    saveNamed: 'Save',
    name: 'Name',
    help: 'Keeps these filters for you. Nobody else sees it.',
    cancel: 'Cancel',
    remove: (name: string) => `Delete view ${name}`,
  },
  cancelAll: {
    button: (runs: number) => `Cancel ${runs}`,
    title: (runs: number) => `Cancel ${counted(runs, 'run')}?`,
    note: 'Tools that run finish first. No new steps start.',
    reason: 'Reason (optional)',
    keep: 'Keep running',
    cancel: 'Cancel runs',
    stopping: (runs: number) => (runs === 1 ? '1 run is stopping' : `${runs} runs are stopping`),
  },
  selection: {
    retry: (runs: number) => `Retry ${runs}`,
    label: 'Selected runs',
    count: (runs: number) => `${counted(runs, 'run')} selected`,
    compare: 'Compare',
    compareHint: 'Select two runs to compare them',
    clear: 'Clear',
  },
  table: {
    select: 'Select',
    selectRun: (name: string, id: string) => `Select ${name} ${id}`,
    retryOf: (id: string) => `retry of …${id}`,
    onlyNode: (node: string) => `only ${node}, to try it`,
    pipeline: 'Pipeline',
    input: 'Input',
    user: 'User',
    started: 'Started',
    tokens: 'Tokens',
    label: 'Runs',
    runsOf: (user: string) => `Runs of ${user}`,
    tokensUsed: (input: string, output: string) => `${input} input, ${output} output`,
  },
  empty: {
    filtered: 'No runs match this filter',
    showAll: 'Show all runs',
    title: 'No runs yet. Start one from Pipelines.',
    goToPipelines: 'Go to Pipelines',
  },
};
