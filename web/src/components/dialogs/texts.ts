/** Texts that dialogs share. */
export const texts = {
  cancel: {
    title: (what: string) => `Cancel this ${what}?`,
    pending: 'It has not started yet and will not start. Its record is kept.',
    running:
      'Baton aborts the current model call, lets running tools finish, and starts no new steps. Results so far are kept.',
    reason: 'Reason (optional)',
    keepPending: (what: string) => `Keep ${what}`,
    keepRunning: 'Keep running',
    confirm: (what: string) => `Cancel ${what}`,
  },
  discard: {
    title: 'Discard what you wrote?',
    note: 'It is saved nowhere yet.',
    keep: 'Keep editing',
    confirm: 'Discard',
  },
  keep: 'Cancel',
  cancelForm: 'Cancel',
  close: 'Close',
};
