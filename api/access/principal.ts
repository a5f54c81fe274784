import type { FastifyRequest } from 'fastify';
import type { Standing } from '../../contracts/access/approvers.ts';
import type { KeyModelLimits } from '../../contracts/access/key-limits.ts';
import { recordedName } from '../../contracts/access/recorded-name.ts';
import { rightsOf, rolesWith } from '../../contracts/access/roles.ts';
import type { Right, Role } from '../../contracts/access/roles.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import { Problem } from '../base/problem.ts';

/** Who makes a request, as its credential says. */
export type Principal = Standing & {
  /** Whether it may name other users on whose behalf it acts. */
  actsForOthers: boolean;
  /** The only tools and pipelines that it may call; null, any. */
  tools: readonly string[] | null;
  /** Whether a key of a user let it in, also as a session that the key opened. */
  isByKey: boolean;
  /**
   * Who else made the key or the sign-in link that let it in; null where the user did, or somebody with the installation's
   * key. It decides nothing: its maker may be the one who uses it.
   */
  madeBy: string | null;
  /** The key that pays for calls of models, with its limits; null where no key of a user let it in. */
  paysWith: { keyId: string; limits: KeyModelLimits | null } | null;
  credential: { kind: 'installation key' } | { kind: 'key' | 'session'; id: string };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that need no key. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** What a request needs; a route without it needs `administer`. */
    right?: Right;
  }
}

/** The person who installed Baton, by its key: may do everything, and act for everyone. */
export const installer: Principal = {
  name: 'operator',
  user: usualUser,
  roles: ['admin'],
  groups: [],
  rights: rightsOf(['admin']),
  actsForOthers: true,
  tools: null,
  isByKey: false,
  madeBy: null,
  paysWith: null,
  credential: { kind: 'installation key' },
};

/**
 * A user that signed in.
 * @param given.roles those of the user; the person who installed Baton is always an admin.
 * @param given.scope what a key may do of that; null, all.
 * @param given.key who made the key that let it in; null where none did.
 * @param given.linkBy who else made the link that it signed in with.
 */
export function principalOf(given: {
  user: string;
  roles: readonly Role[];
  groups: readonly string[];
  actsForOthers: boolean;
  scope: readonly Role[] | null;
  tools: readonly string[] | null;
  key: { createdBy: string; id?: string; modelLimits?: KeyModelLimits | null } | null;
  linkBy?: string | null;
  credential: Principal['credential'];
}): Principal {
  const { user, scope, tools, key, linkBy = null, credential } = given;
  const name = recordedName(user);
  const madeBy = key && key.createdBy !== name ? key.createdBy : linkBy;
  const isInstaller = user === usualUser;
  const own: readonly Role[] = isInstaller ? installer.roles : given.roles;
  const rights = rightsOf(own);
  const isAdmin = own.includes('admin');
  const scoped = rightsOf(scope ?? own);
  const isGranted = (right: Right) => scoped.has(right) && (right !== 'decide' || madeBy === null);
  return {
    name,
    user,
    // An admin who is limited to another role has that one.
    roles: scope === null ? own : scope.filter((role) => isAdmin || own.includes(role)),
    groups: given.groups,
    rights: new Set([...rights].filter(isGranted)),
    actsForOthers: given.actsForOthers || (isInstaller && scope === null && tools === null),
    tools,
    isByKey: key !== null,
    madeBy,
    paysWith: key?.id === undefined ? null : { keyId: key.id, limits: key.modelLimits ?? null },
    credential,
  };
}

/**
 * What a user may do without showing a key or a session, such as by a trigger of theirs.
 * @param credential the link that was sent to them, where they act by one.
 */
export function userPrincipal(
  user: string,
  row: Partial<Pick<Standing, 'roles' | 'groups'>> & { actsForOthers?: boolean } = {},
  credential: Principal['credential'] = { kind: 'session', id: '' },
): Principal {
  const { roles = [], groups = [], actsForOthers = false } = row;
  const known = { user, roles, groups, actsForOthers };
  return principalOf({
    ...known,
    scope: null,
    tools: null,
    key: null,
    credential,
  });
}

/** @throws {Problem} `unauthorized` where nobody signed in. */
export function requirePrincipal({ principal }: Pick<FastifyRequest, 'principal'>): Principal {
  if (principal) return principal;
  throw new Problem('unauthorized', 'Sign in first.');
}

/** Whether what is set for a user is surely their own choice, or that of somebody with the installation's key. */
export function isInPerson({ user, madeBy, credential }: Principal, named: string): boolean {
  return credential.kind === 'installation key' || (user === named && madeBy === null);
}

/** The name of the key or session that a request came with. */
export function credentialOf(request: FastifyRequest): string {
  const { credential } = requirePrincipal(request);
  return 'id' in credential ? credential.id : credential.kind;
}

/** @throws {Problem} `forbidden`, with the roles that may. */
export function requireRight(principal: Principal, right: Right): void {
  const { name, rights } = principal;
  if (rights.has(right)) return;
  if (right === 'decide') requireInPerson(principal);
  const wanted = rolesWith(right).join(' or ');
  throw new Problem(
    'forbidden',
    `${name} cannot do this with this session or key. It needs the role ${wanted}.`,
    undefined,
    { help: { request: 'GET /api/v1/me', does: 'shows what you may do' } },
  );
}

/** @throws {Problem} `forbidden` for a key or a session that could decide if nobody else had made it or its link. */
function requireInPerson({ name, roles, isByKey, madeBy }: Principal): void {
  if (madeBy === null || !rightsOf(roles).has('decide')) return;
  throw new Problem(
    'forbidden',
    isByKey
      ? `This key cannot approve or reject because ${madeBy} created it for ${name}. Sign in as ${name}, or use a key that ${name} created.`
      : `This session cannot approve or reject because ${madeBy} made the link that signed ${name} in, and could use it too. ` +
          `Decide with a link that Baton sends to ${name}, sign in with single sign-on, or have whoever runs Baton print a link: npx baton sign-in ${name}`,
  );
}

/**
 * The user on whose behalf a request acts: the one it names, else its principal's own.
 * @throws {Problem} `forbidden` where it names another and may not.
 */
export function actingUser(principal: Principal, named: string | null | undefined): string {
  if (named === undefined || named === null || named === principal.user) return principal.user;
  if (principal.actsForOthers || named === principal.name) return named;
  throw new Problem(
    'forbidden',
    `${principal.name} cannot act for ${named}. Omit the user, or use a key that can act for others.`,
  );
}

/** @throws {Problem} `forbidden` for a key that may not call a tool. */
export function requireScope({ tools }: Pick<Principal, 'tools'>, name: string): void {
  if (tools === null || tools.includes(name)) return;
  throw new Problem('forbidden', `This key can call only ${tools.join(', ')}.`);
}

/**
 * Keeps those who may not approve from doing without an approval.
 * @throws {Problem} `forbidden`
 */
export function requireToAllow(principal: Principal, { policy }: SideEffectTerms): void {
  const { name, rights } = principal;
  if (policy === 'ask' || rights.has('decide')) return;
  requireInPerson(principal);
  throw new Problem(
    'forbidden',
    `${name} cannot set the policy ${policy}, because it can skip approvals. That needs the role ${rolesWith('decide').join(' or ')}. ` +
      'Omit the policy, and an approver decides.',
  );
}

/**
 * Keeps people from steering what others started: what they ask for would be done in another's name.
 * @param refused.verb what they may not do, and `instead` what they may.
 * @throws {Problem} `forbidden`
 */
export function requireOwn(
  { name, user, actsForOthers, rights }: Principal,
  run: { user: string },
  { verb = 'steer', instead = 'You can cancel it.' } = {},
): void {
  if (run.user === user || actsForOthers || rights.has('administer')) return;
  throw new Problem('forbidden', `${name} cannot ${verb} a run of ${run.user}. ${instead}`);
}

/** Which routes keep to the limits of a key: others are not for it. */
export type KeptScopes = {
  scopedToTools?: boolean | undefined;
  scopedToModels?: boolean | undefined;
};

/** @throws {Problem} `forbidden` for a key that may only call certain tools, or models within limits. */
export function requireNoScope(
  { tools, paysWith }: Pick<Principal, 'tools' | 'paysWith'>,
  { scopedToTools, scopedToModels }: KeptScopes = {},
): void {
  const hasLimits = paysWith !== null && paysWith.limits !== null;
  if (tools === null && !hasLimits) return;
  if ((tools !== null && scopedToTools) || (hasLimits && scopedToModels)) return;
  const detail = hasLimits
    ? 'This key has limits on models: it can only call models, over /v1, /chat and /api/v1/llm-test.'
    : 'This key can only call certain tools, over /mcp and POST /api/v1/tools/:name.';
  throw new Problem('forbidden', detail);
}
