/** Texts of the approvals page, except those of its cards. */
export const texts = {
  page: {
    title: 'Approvals',
    waiting: 'Waiting',
    history: 'History',
    openRun: 'Open run',
  },
  waiting: {
    mine: 'Waits for you',
    others: 'Waits for others',
    gone: (title: string) => `No longer waiting: ${title}`,
    more: 'More approvals are waiting. They appear here as you decide these.',
    empty: 'No approvals waiting for you',
    goToRuns: 'Go to Runs',
  },
  history: {
    empty: 'No decisions yet',
    older: 'Load older decisions',
    status: {
      pending: 'Waiting',
      approved: 'Approved',
      rejected: 'Rejected',
      expired: 'Expired without a decision',
      withdrawn: 'Withdrawn because the run ended',
    },
    heading: (what: string, title: string) => `${what} · ${title}`,
    anyway: ' anyway',
    changed: ', with changes',
    by: (name: string) => `by ${name} `,
    untrusted: 'Based on untrusted content',
    subject: 'Shown for approval',
  },
};
