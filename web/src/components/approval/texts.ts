/** Texts of the approval card. */
export const texts = {
  card: {
    verdicts: {
      approve: 'Approved',
      reject: 'Rejected',
    },
    openRun: 'Open run',
    requested: 'Requested',
    expires: '· expires',
    untrusted: 'Based on untrusted content',
    edit: 'Edit',
    comment: 'Comment (optional)',
  },
  decide: {
    approving: 'Approving',
    approveChanged: 'Approve with changes',
    approve: 'Approve',
    rejecting: 'Rejecting',
    reject: 'Reject',
  },
  edit: {
    changed: 'Edited. Baton checks the new values again before it runs the call.',
    title: 'Edit before approval',
    reset: 'Restore original',
  },
  changes: {
    none: 'none',
  },
  subject: {
    hideJson: 'Hide JSON',
    showJson: 'Show JSON',
    json: 'JSON',
  },
};
