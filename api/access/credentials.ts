import type { ApiKeyRepository } from '../../db/repositories/access/api-keys.ts';
import { digestOf, isSameSecret } from '../../db/repositories/access/secrets.ts';
import type { SessionRepository } from '../../db/repositories/access/sessions.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';
import { installer, principalOf } from './principal.ts';
import type { Principal } from './principal.ts';

type Needs = {
  /** The key of the installation. */
  apiKey: string;
  apiKeys: Pick<ApiKeyRepository, 'find' | 'getValid' | 'touch'>;
  sessions: Pick<SessionRepository, 'find' | 'touch'>;
  users: Pick<UserRepository, 'get'>;
};

const installationPrefix = 'installation:';

/**
 * Whom keys and cookies stand for. Each request asks the records anew, so that what is revoked ends at once; the
 * installation's own key is known without them.
 */
export function createCredentials({ apiKey, apiKeys, sessions, users }: Needs) {
  const rolesOf = async (user: string) => {
    const row = await users.get(user);
    const { roles = [], groups = [], actsForOthers = false } = row ?? {};
    return { user, roles, groups, actsForOthers };
  };
  const installationId = `${installationPrefix}${digestOf(`session of ${apiKey}`).slice(0, 16)}`;
  /** Nobody can do anything without a role. */
  const orNobody = (principal: Principal) => (principal.rights.size > 0 ? principal : undefined);

  /** What opened a session, and may still; undefined where it may no more. */
  async function openerOf(keyId: string | null) {
    const whole = { roles: null, tools: null, key: null };
    if (keyId === null) return whole;
    if (keyId.startsWith(installationPrefix)) return keyId === installationId ? whole : undefined;
    const key = await apiKeys.getValid(keyId);
    return key && { roles: key.roles, tools: key.tools, key };
  }

  return {
    /** What sessions that the installation's key opens are bound to: they end when it is replaced. */
    installationId,

    async ofKey(key: string): Promise<Principal | undefined> {
      if (isSameSecret(key, apiKey)) return installer;
      const row = await apiKeys.find(key);
      if (!row) return undefined;
      const { id, roles: scope, tools } = row;
      const credential = { kind: 'key', id } as const;
      const known = await rolesOf(row.user);
      await apiKeys.touch(id);
      return orNobody(principalOf({ ...known, scope, tools, key: row, credential }));
    },

    async ofSession(secret: string): Promise<Principal | undefined> {
      const row = await sessions.find(secret);
      if (!row) return undefined;
      const { id } = row;
      const credential = { kind: 'session', id } as const;
      // One that a key opened may do what the key may, as long as the key is valid.
      const opener = await openerOf(row.keyId);
      if (!opener) return undefined;
      const { roles: scope, tools, key } = opener;
      const { madeBy: linkBy } = row;
      const known = await rolesOf(row.user);
      await sessions.touch(id);
      return orNobody(principalOf({ ...known, scope, tools, key, linkBy, credential }));
    },
  };
}
