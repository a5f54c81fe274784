import { usualUser } from '../base/usual-user.ts';
import { paperAccountId } from './orders.ts';

/** The accounts that users trade on. No zod here: the web app may load it. */

/** The names of the operator of this Baton: the app reads as `app`, and approvals are decided as `operator`. */
const namesOfUsualUser: readonly string[] = [usualUser, 'app', 'operator'];

/** The user that a name stands for. */
export function personOf(user: string): string {
  return namesOfUsualUser.includes(user) ? usualUser : user;
}

/** Whether a name stands for the operator of this Baton. */
export function isOperator(user: string): boolean {
  return personOf(user) === usualUser;
}

/** The id of a user's own account. No desk account can have this id. */
export function ownAccountId(user: string): string {
  const person = personOf(user);
  return person === usualUser ? paperAccountId : `${paperAccountId}:${person}`;
}

/** The form of the id of a desk account. */
export const deskAccountId = /^(?!paper$)[a-z][a-z0-9-]{0,62}$/;

/**
 * Why a user cannot use an account. The text is the same whether the account does not exist or the user is not a
 * member.
 */
export function noSuchAccount(user: string, account: string): string {
  return `${user} has no account ${account}. A member of a desk account, or an admin, can add ${user} to it`;
}
