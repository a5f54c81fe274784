import { reservedNames } from '../../contracts/access/approvers.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import { switches } from '../../contracts/tools/switches.ts';
import { isSetFor } from '../../db/repositories/catalog/users.ts';
import type { UserChange, UserRow } from '../../db/repositories/catalog/users.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/** What the command calls the lack of groups. */
const noGroup = 'none';

/** Who changes a user, for the access log. */
export type ChangedBy = { by: string | null; address: string; detail?: JsonObject };

/**
 * Sets what is given for a user, and writes it down. Whoever gets a first role and has no terms yet begins with the
 * least; whoever loses the last one loses keys, sessions and links for good.
 * @throws {Problem} `invalid-request` for a name that nobody with a role can have.
 */
export async function changeUser(
  services: Pick<Services, 'accessLog' | 'apiKeys' | 'sessions' | 'users'>,
  id: string,
  change: UserChange,
  { by, address, detail = {} }: ChangedBy,
): Promise<UserRow> {
  const { accessLog, apiKeys, sessions, users } = services;
  const givesRole = (change.roles ?? []).length > 0;
  const before = await users.get(id);
  if (givesRole && hasMeaning(id)) {
    throw new Problem(
      'invalid-request',
      `${id} is a reserved name. Choose another name for the user.`,
    );
  }
  if (!before) await requireNoGroup(users, id);
  await requireFreeGroups(users, change.groups ?? []);
  const isFirstRole = givesRole && !(before && (isSetFor(before) || before.roles.length > 0));
  const row = await users.put(id, isFirstRole && id !== usualUser ? leastTerms(change) : change);
  // A session that was opened as the roles went does not come back with new ones.
  const isWithout = change.roles?.length === 0 || (givesRole && before?.roles.length === 0);
  if (isWithout) {
    await apiKeys.revokeAll(id);
    await sessions.endAll(id);
  }
  const { roles, groups, actsForOthers, plan } = row;
  await accessLog.add({
    by,
    action: 'user.changed',
    target: id,
    detail: { ...detail, roles, groups, actsForOthers, plan, switches: row.switches },
    address,
  });
  return row;
}

/** Whether records and approvers would take such a user for somebody else. */
export function hasMeaning(id: string): boolean {
  return reservedNames.includes(id);
}

/** Approvers would take the user for the group. */
async function requireNoGroup(users: Services['users'], id: string): Promise<void> {
  if (!(await users.isGroup(id))) return;
  throw new Problem(
    'invalid-request',
    `${id} is a group. Choose another name for the user, or remove everyone from the group first.`,
  );
}

/** Approvers would take a group for somebody else. */
async function requireFreeGroups(
  users: Services['users'],
  groups: readonly string[],
): Promise<void> {
  const mistakes = await Promise.all(
    groups.map(async (name, index) => {
      const path = `groups[${index}]`;
      const fix = 'choose another name for the group';
      if (groups.indexOf(name) !== index) {
        return [{ path, message: `"${name}" is in the list twice`, fix: 'remove one of them' }];
      }
      if (name === noGroup || reservedNames.includes(name)) {
        return [{ path, message: `${name} is a reserved name`, fix }];
      }
      return (await users.get(name)) ? [{ path, message: `${name} is a user`, fix }] : [];
    }),
  );
  if (mistakes.every((found) => found.length === 0)) return;
  throw new Problem('invalid-request', 'Some groups cannot have these names.', mistakes.flat());
}

/** The terms of somebody new: what is not asked for is off. */
function leastTerms(change: UserChange): UserChange {
  const off = Object.fromEntries(
    switches.map(({ name }) => [name, change.switches?.[name] ?? false]),
  );
  return { ...change, plan: change.plan ?? 'free', switches: off };
}
