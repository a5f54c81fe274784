/** What requests do, by what they need: each route of the API needs one of these. */
export const rights = ['read', 'write', 'operate', 'decide', 'administer'] as const;
export type Right = (typeof rights)[number];

export const rightTexts: Record<Right, string> = {
  read: 'See pipelines, runs, approvals, costs and settings, and your own account',
  write: 'Store pipelines and agents, and delete memories',
  operate:
    'Start, interrupt and cancel runs, call tools and models, and make changes on your own account',
  decide: 'Approve and reject',
  administer: 'Add people and keys, and change limits and budgets',
};

export const roles = ['viewer', 'author', 'operator', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What each role may do. Somebody with several may do what any of them may. */
export const rightsOfRoles: Record<Role, readonly Right[]> = {
  viewer: ['read'],
  author: ['read', 'write'],
  operator: ['read', 'operate'],
  approver: ['read', 'decide'],
  admin: rights,
};

export function rightsOf(given: readonly Role[]): ReadonlySet<Right> {
  return new Set(given.flatMap((role) => rightsOfRoles[role]));
}

/** The roles that have a right, least first. */
export function rolesWith(right: Right): Role[] {
  return roles.filter((role) => rightsOfRoles[role].includes(right));
}
