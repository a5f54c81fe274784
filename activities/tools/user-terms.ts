import { LRUCache } from 'lru-cache';
import type { UserTerms } from '../../contracts/tools/tools.ts';
import { userTermsOf } from '../../db/repositories/catalog/users.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';

/** How long what a user may do is not looked up again. */
const keptMs = 1_000;

/** @param options.fresh looks it up whatever is known: for what has an effect. */
export type UserTermsOf = (user: string, options?: { fresh?: boolean }) => Promise<UserTerms>;

/** What users may do, from the database, and from the settings where it says nothing. */
export function createUserTerms(options: {
  users: Pick<UserRepository, 'get'>;
  defaults: Pick<UserTerms, 'plan' | 'switches'>;
}): UserTermsOf {
  const { users, defaults } = options;
  const known = new LRUCache<string, UserTerms>({ max: 1_000, ttl: keptMs });
  return async (user, { fresh = false } = {}) => {
    const kept = fresh ? undefined : known.get(user);
    if (kept) return kept;
    const terms = userTermsOf(await users.get(user), defaults);
    known.set(user, terms);
    return terms;
  };
}
