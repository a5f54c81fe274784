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
    changed: 'They approved these changes. Only approvals of the same changes count together.',
    later: (when: string, who: string) => `From ${when}, ${who} may decide too`,
    now: (who: string) => `${who} may decide too`,
    enough: (quorum: number) =>
      quorum === 1
        ? 'one approval from them is enough'
        : `${quorum} approvals from them are enough`,
    youApproved: (missing: number) =>
      missing === 1
        ? 'You approved; 1 more is needed.'
        : `You approved; ${missing} more are needed.`,
    notAsked: (who: string) => `Only ${who} can decide this.`,
    ownRun:
      'Someone else must approve because the run was started by you or for you. An admin adds people under Users. You can reject it.',
    ownInstruction:
      'Someone else must approve because you gave an agent of this run an instruction. You can reject it.',
    othersKey:
      'Someone else created the API key or the sign-in link that you use. Decide with a link that Baton sent you, or sign in as yourself.',
  },
  decide: {
    approving: 'Approving',
    approveChanged: 'Approve with changes',
    approve: 'Approve',
    checking: 'Checking…',
    anyway: (approve: string) => `${approve} anyway`,
    rejecting: 'Rejecting',
    reject: 'Reject',
  },
  signal: {
    title: 'Copy signal command',
    secret:
      'Run this command in a terminal to approve. It contains the secret token of this approval, so do not share it.',
    copy: 'Copy',
    copied: 'Command copied',
    failed: 'The browser blocked copying. Select the command and copy it by hand.',
  },
  refusals: {
    title: (count: number) =>
      count === 1 ? '1 decision was ignored' : `${count} decisions were ignored`,
    from: (by: string) => `From ${by},`,
    reasons: {
      'no-token': 'no token',
      'wrong-token': 'wrong token',
      'not-an-approver': 'not an approver',
      'other-content': 'for different content',
      'not-editable': 'this approval has no arguments to change',
      'invalid-args': 'the changed arguments are not valid',
      'own-request': 'this person started the run or instructed its agents',
      'not-proven': 'the sender could not be verified',
    } satisfies Record<ApprovalView['refusals'][number]['reason'], string>,
  },
  edit: {
    changed: 'Edited. Baton checks the new values again before it runs the call.',
    title: 'Edit before approval',
    reset: 'Restore original',
  },
  now: {
    title: 'If you approve now',
    unknown: (why: string) => `Could not preview the call: ${why}`,
    refused: (why: string) => `The call would be refused now: ${why}`,
    refusedBy: 'The call would be refused now:',
    mended: (button: string) => `“${button}” approves the call with the values of now instead.`,
    mendedInPart: (button: string) =>
      `“${button}” approves the call with the values of now. The other reasons remain: if nothing changes before the call is made, it is refused and its node fails.`,
    fails:
      'You can approve, but if nothing changes before the call is made, it is refused and its node fails.',
  },
  outcome: {
    despite: (reason: string) => `Despite the warning: ${reason}`,
    callFailed: (why: string) => `The approved call failed: ${why}`,
  },
  changes: {
    none: 'none',
  },
  subject: {
    hideJson: 'Hide JSON',
    showJson: 'Show JSON',
    json: 'JSON',
    shown: 'Shown with it',
    yes: 'yes',
    no: 'no',
    /** What approvals of plans and budgets say of what follows. */
    labels: { approving: 'If you approve', rejecting: 'If you reject' } as Partial<
      Record<string, string>
    >,
  },
};
