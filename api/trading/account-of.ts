import type { FastifyRequest } from 'fastify';
import { isOperator, noSuchAccount, ownAccountId } from '../../contracts/trading/accounts.ts';
import { requirePrincipal } from '../access/principal.ts';
import { callerOf } from '../access/caller.ts';
import { Problem } from '../base/problem.ts';
import type { TradingServices } from './services.ts';

type Asked = Pick<FastifyRequest, 'body' | 'principal'> & {
  query: { account?: string | undefined };
};

/**
 * The id of the account of a request: the one named in its query, otherwise the caller's own.
 * @throws {Problem} `not-found` when the account does not exist or the caller is not a member of it.
 */
export async function accountOf({ accounts }: TradingServices, request: Asked): Promise<string> {
  const user = callerOf(request);
  const { account = ownAccountId(user) } = request.query;
  const found = await accounts.find(user, account);
  if (found !== undefined) return found;
  throw accountNotFound(user, account);
}

/** Who made a change, for the records: who signed in and, if they act for another user, for whom. */
export function changerOf(request: Parameters<typeof callerOf>[0]): string {
  const { name } = requirePrincipal(request);
  const user = callerOf(request);
  const whom = isOperator(user) ? 'operator' : user;
  return whom === name ? name : `${name} for ${whom}`;
}

/** Whether a request may change settings that apply to every account. */
export function mayAdminister(request: Parameters<typeof callerOf>[0]): boolean {
  const user = callerOf(request);
  const principal = requirePrincipal(request);
  return principal.rights.has('administer') && (isOperator(user) || user === principal.user);
}

export function accountNotFound(user: string, account: string): Problem {
  return new Problem('not-found', `${noSuchAccount(user, account)}.`, undefined, {
    help: { request: 'PUT /api/v1/accounts/{id}', does: 'sets the members of a desk account' },
  });
}
