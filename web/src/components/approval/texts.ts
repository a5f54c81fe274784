import type { ApprovalView } from '../../../../contracts/api/index.ts';

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
  voices: {
    none: (quorum: number) => `${quorum} people must approve`,
    counted: (count: number, quorum: number) => `${count} of ${quorum} approved`,
    changed: 'They approved these changes. Approvals of the same changes count together.',
    later: (when: string, who: string) => `From ${when}, ${who} may decide too`,
    now: (who: string) => `${who} may decide too`,
    enough: (quorum: number) =>
      quorum === 1
        ? 'one approval of theirs is enough'
        : `${quorum} approvals of theirs are enough`,
    youApproved: (missing: number) =>
      missing === 1
        ? 'You approved; 1 more is needed.'
        : `You approved; ${missing} more are needed.`,
    notAsked: (who: string) => `Only ${who} can decide this.`,
    ownRun: 'This run was started by or for you: somebody else must approve. You can reject.',
    ownInstruction:
      'You gave an agent of this run an instruction: somebody else must approve. You can reject.',
    othersKey: 'Somebody else made the key that you use. Sign in yourself to decide.',
  },
  decide: {
    approving: 'Approving',
    approveChanged: 'Approve with changes',
    approve: 'Approve',
    rejecting: 'Rejecting',
    reject: 'Reject',
  },
  signal: {
    title: 'Copy signal command',
    secret:
      'Approves from a terminal. It holds the secret token of this approval: do not share it.',
    copy: 'Copy',
    copied: 'Command copied',
    failed: 'The browser blocked copying. Select the command and copy it by hand.',
  },
  refusals: {
    title: (count: number) =>
      count === 1 ? '1 signal decided nothing' : `${count} signals decided nothing`,
    from: (by: string) => `As ${by},`,
    reasons: {
      'no-token': 'it had no token',
      'wrong-token': 'its token was wrong',
      'not-an-approver': 'this person may not decide',
      'other-content': 'it was for other content',
      'not-editable': 'nothing can be changed here',
      'invalid-args': 'its changes do not fit',
      'own-request': 'this person started the run',
      'not-proven': 'nothing proved who it was from',
    } satisfies Record<ApprovalView['refusals'][number]['reason'], string>,
  },
  edit: {
    changed: 'Edited. Baton checks the new values again before it runs the call.',
    title: 'Edit before approval',
    reset: 'Restore original',
  },
  now: {
    title: 'If you approve now',
    unknown: (why: string) => `What it would do now is not known: ${why}`,
    refused: (why: string) => `Would be refused now: ${why}`,
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
