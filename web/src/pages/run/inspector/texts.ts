/** Texts of an error. */
export const errorTexts = {
  details: 'Details',
  openNode: (title: string) => `Open ${title}`,
  openModels: 'Open Models',
  came: (node: string, form: readonly [string, string] | undefined, fields: readonly string[]) => {
    const has = fields.length === 0 ? 'it has no fields' : `it has ${fields.join(', ')}`;
    const answered = form ? `answered with ${form.join(' ')}` : 'answered';
    return `${node} ${answered}; ${has}.`;
  },
  editNode: 'Edit this node',
  editSource: (node: string) => `Edit ${node}, where its arguments come from`,
};

/** Texts of a conversation. */
export const conversationTexts = {
  empty: 'No messages yet.',
  attempt: (attempt: number) => `Attempt ${attempt}`,
  untrustedTask: 'Task contains untrusted content',
  places: {
    memory: 'Memory',
    instruction: 'Instruction',
    plan: 'Plan',
    reminder: 'Reminder',
    summary: 'Summary of earlier turns',
  },
  memory: {
    run: 'Run',
    asOf: (when: string) => `as of ${when}`,
    alike: (percent: string) => `${percent} alike`,
  },
  toolAnswered: (tool: string) => `${tool} answered`,
  toolFailed: (tool: string) => `${tool} failed`,
  instructions: 'Instructions',
  task: 'Task',
  untrusted: 'Untrusted content',
  asSent: 'As sent to the model',
  turn: (turn: number) => `Turn ${turn}`,
  openDelegation: (agent: string) => `Open ${agent}’s work`,
};

/** Texts of an agent's plan. */
export const planTexts = {
  title: 'Plan',
  replanned: (reason: string) => `Plan changed: ${reason}`,
  oneEarlier: '1 earlier plan',
  earlier: (count: number) => `${count} earlier plans`,
  abandoned: (reason: string) => `Abandoned${reason}`,
  progress: ({ done, wanted, failed }: { done: number; wanted: number; failed: number }) =>
    `${done} of ${wanted} done${failed > 0 ? `, ${failed} failed` : ''}`,
  steps: {
    interrupted: 'Interrupted',
    notReached: 'Not reached',
    again: 'Tried again:',
    pending: 'To do',
    active: 'In progress',
    done: 'Done',
    failed: 'Failed',
    skipped: 'Skipped',
  },
  several: 'Plans',
};
