/** Every text that dialogs share. */
export const texts = {
  cancel: {
    title: (what: string) => `Cancel this ${what}?`,
    pending: 'It has not started yet and will not start. Its record is kept.',
    running:
      'Baton aborts the model call in progress, lets running tools finish, and starts no new step. Results so far are kept.',
    reason: 'Reason (optional)',
    keepPending: (what: string) => `Keep ${what}`,
    keepRunning: 'Keep running',
    confirm: (what: string) => `Cancel ${what}`,
  },
  keep: 'Cancel',
  cancelForm: 'Cancel',
  close: 'Close',
};
