import { usualUser } from '../base/usual-user.ts';
import { everyApprover } from './approvers.ts';

/** As records name a user who acts: `operator` for the person who installed Baton. */
export function recordedName(user: string): string {
  return user === usualUser ? everyApprover : user;
}
