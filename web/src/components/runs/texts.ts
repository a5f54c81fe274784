/** Texts that pages with runs and tasks share. */
export const texts = {
  status: {
    cancelling: 'Cancelling',
    pending: 'Pending',
    running: 'Running',
    in_progress: 'In progress',
    waiting: 'Waiting',
    completed: 'Completed',
    failed: 'Failed',
    skipped: 'Skipped',
    cancelled: 'Cancelled',
    timeout: 'Timed out',
  },
  queued: (behind: number | null) =>
    behind === null || behind === 0 ? 'Queued' : `Queued behind ${behind}`,
  awaited: (event: string) => `Waiting for event ${event}`,
  columns: {
    status: 'Status',
    duration: 'Duration',
    soFar: ' so far',
    cost: 'Cost',
    unknownPrices: (calls: number) =>
      calls === 1 ? 'The price of 1 call is unknown' : `The price of ${calls} calls is unknown`,
    unknownCost: 'unknown',
    retried: 'Retried',
  },
  example: (title: string) => `Start “${title}”`,
  priorities: {
    high: 'High',
    normal: 'Normal',
    low: 'Low',
  },
  task: {
    titleFor: (agent: string) => `New task for ${agent}`,
    title: 'New task',
    like: (user: string) => `Copied from an earlier task of ${user}.`,
    agent: 'Agent',
    agentGone: (agent: string) => `${agent} no longer exists. Choose another agent.`,
    task: 'Task',
    priority: 'Priority',
    priorityHelp: 'High-priority tasks start first',
    timeLimit: 'Time limit',
    timeLimitHelp: (limit: string) => `Default: ${limit}`,
    cancel: 'Cancel',
    start: 'Start task',
  },
  warnings: {
    title: 'The run started, but it may fail',
    label: 'Warnings',
  },
};
