import { usualUser } from '../base/usual-user.ts';
import { paperAccountId } from './orders.ts';

/** Whose account each user trades on. No zod here: the web app may load it. */

/** The names under which the person at this Baton acts: pages read as `app`, and approvers decide as `operator`. */
const namesOfUsualUser: readonly string[] = [usualUser, 'app', 'operator'];

/** The user whom a name stands for. */
export function personOf(user: string): string {
  return namesOfUsualUser.includes(user) ? usualUser : user;
}

/** Whether a name stands for the person at this Baton. */
export function isOperator(user: string): boolean {
  return personOf(user) === usualUser;
}

/** The account that is a user's own. No desk account can have its id. */
export function ownAccountId(user: string): string {
  const person = personOf(user);
  return person === usualUser ? paperAccountId : `${paperAccountId}:${person}`;
}

/** What the id of a desk account looks like. */
export const deskAccountId = /^(?!paper$)[a-z][a-z0-9-]{0,62}$/;

/** Why a user cannot use an account; the same whether there is none, or the user is no member of it. */
export function noSuchAccount(user: string, account: string): string {
  return `${user} has no account ${account}. A member of a desk account, or an admin, can add ${user} to it`;
}
