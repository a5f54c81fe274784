import { usualUser } from '../base/usual-user.ts';
import { roles } from './roles.ts';
import type { Right, Role } from './roles.ts';

/** The entry of approvers that stands for everyone who may approve. */
export const everyApprover = 'operator';

/** Names that mean something of their own to records and approvers: no person and no group can have one. */
export const reservedNames: readonly string[] = [everyApprover, 'app', ...roles];

/** What decides whether somebody may decide. */
export type Standing = {
  /** As records name it: `operator` for the person who installed Baton. */
  name: string;
  /** The user whose account, limits and settings are used where a request names nobody. */
  user: string;
  roles: readonly Role[];
  groups: readonly string[];
  rights: ReadonlySet<Right>;
};

/**
 * The entry of a list of approvers by which somebody may decide: their name, a role or a group of theirs, or `operator`.
 */
export function approverEntry(
  standing: Standing,
  approvers: readonly string[],
): string | undefined {
  if (!standing.rights.has('decide')) return undefined;
  const names = entriesOf(standing);
  return approvers.find((entry) => names.includes(entry));
}

/** The entries of a list that name somebody: who they are, their roles and groups, and `operator`, which is everyone. */
export function entriesOf({
  name,
  user,
  roles: held,
  groups,
}: Pick<Standing, 'name' | 'user' | 'roles' | 'groups'>): readonly string[] {
  return [name, user, ...held, ...groups, everyApprover];
}

/** Everyone who may decide an approval by now. */
export function decidersOf({
  approvers,
  escalation,
  escalatedAt,
}: {
  approvers: readonly string[];
  escalation: { approvers: readonly string[] } | null;
  escalatedAt: Date | null;
}): readonly string[] {
  return escalation && escalatedAt ? [...approvers, ...escalation.approvers] : approvers;
}

/** Whether somebody may approve what they started: the person who installed Baton, who may be alone, where one is enough. */
export function mayDecideOwn(user: string, quorum: number): boolean {
  return user === usualUser && quorum === 1;
}
