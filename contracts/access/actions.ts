/** What the log of access tells of. */
export const accessActions = [
  'sign-in',
  'sign-in.refused',
  'sign-out',
  'session.ended',
  'link.created',
  'key.created',
  'key.revoked',
  'user.changed',
  'identity.set',
  'identity.removed',
  'build.promoted',
  'run.instructed',
  'approval.decided',
  'approval.token-read',
  'approval.refused',
  'backup.made',
  'runs.pruned',
  'request.refused',
] as const;
export type AccessAction = (typeof accessActions)[number];
