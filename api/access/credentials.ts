import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyRepository } from '../../db/repositories/access/api-keys.ts';
import { digestOf } from '../../db/repositories/access/secrets.ts';
import type { SessionRepository } from '../../db/repositories/access/sessions.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';
import { installer, principalOf } from './principal.ts';
import type { Principal } from './principal.ts';

type Needs = {
  /** The key of the installation. */
  apiKey: string;
  apiKeys: Pick<ApiKeyRepository, 'find' | 'get' | 'touch'>;
  sessions: Pick<SessionRepository, 'find' | 'touch'>;
  users: Pick<UserRepository, 'get'>;
};

/**
 * Whom keys and cookies stand for. Each request asks the records anew, so that what is revoked ends at once; the
 * installation's own key is known without them.
 */
export function createCredentials({ apiKey, apiKeys, sessions, users }: Needs) {
  const rolesOf = async (user: string) => {
    const row = await users.get(user);
    return { user, roles: row?.roles ?? [], actsForOthers: row?.actsForOthers ?? false };
  };
  /** Nobody can do anything without a role. */
  const orNobody = (principal: Principal) => (principal.rights.size > 0 ? principal : undefined);

  return {
    async ofKey(key: string): Promise<Principal | undefined> {
      if (isSame(key, apiKey)) return installer;
      const row = await apiKeys.find(key);
      if (!row) return undefined;
      const { id, roles: scope, tools } = row;
      const credential = { kind: 'key', id } as const;
      const known = await rolesOf(row.user);
      await apiKeys.touch(id);
      return orNobody(principalOf({ ...known, scope, tools, credential }));
    },

    async ofSession(secret: string): Promise<Principal | undefined> {
      const row = await sessions.find(secret);
      if (!row) return undefined;
      const { id } = row;
      const credential = { kind: 'session', id } as const;
      const known = await rolesOf(row.user);
      // One that a key opened may do what the key may.
      const key = row.keyId === null ? undefined : await apiKeys.get(row.keyId);
      const { roles: scope, tools } = key ?? { roles: null, tools: null };
      await sessions.touch(id);
      return orNobody(principalOf({ ...known, scope, tools, credential }));
    },
  };
}

/** Compares digests: they are of one length, and the time taken says nothing about the texts. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}
