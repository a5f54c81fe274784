import { approverEntry, decidersOf, everyApprover } from '../../contracts/access/approvers.ts';
import type { Standing } from '../../contracts/access/approvers.ts';
import { rightsOf, roles as roleNames } from '../../contracts/access/roles.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';

type Users = Pick<UserRepository, 'get' | 'isGroup'>;

/** What somebody may do now, as records name them. */
export async function standingOf(name: string, users: Users): Promise<Standing> {
  const user = name === everyApprover ? usualUser : name;
  const row = await users.get(user);
  const roles = user === usualUser ? (['admin'] as const) : (row?.roles ?? []);
  return { name, user, roles, groups: row?.groups ?? [], rights: rightsOf(roles) };
}

/** Whether somebody may decide an approval now. */
export function mayDecide(standing: Standing, asked: ApprovalRow): boolean {
  return approverEntry(standing, decidersOf(asked)) !== undefined;
}

/**
 * Whether who decides as a group is in it: a signal may say so of anybody, and they may have left since the API looked.
 * Other entries are as the decision says.
 */
export async function isInNamedGroup(
  { by, as = by }: { by: string; as?: string | undefined },
  users: Users,
): Promise<boolean> {
  const known: readonly string[] = [everyApprover, ...roleNames];
  if (known.includes(as)) return true;
  const standing = await standingOf(by, users);
  const isOwnName = as === standing.name || as === standing.user;
  if (isOwnName && !(await users.isGroup(as))) return true;
  return approverEntry(standing, [as]) === as && standing.groups.includes(as);
}
