import { roles as roleNames } from '../../contracts/access/roles.ts';
import type { Role } from '../../contracts/access/roles.ts';
import { userNameSchema } from '../../contracts/base/user.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { Identity } from '../../db/repositories/access/identities.ts';
import type { Services } from '../services.ts';
import { changeUser, hasMeaning } from '../users/change-user.ts';
import type { OidcSettings } from './env.ts';
import type { Claims } from './provider.ts';

/** Why somebody whom the provider knows cannot sign in; the message is for them. */
export class PersonRefused extends Error {
  override readonly name = 'PersonRefused';
  readonly reason: 'no-role' | 'no-name' | 'unverified-email' | 'name-taken';

  constructor(reason: PersonRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

type Needs = Pick<Services, 'accessLog' | 'apiKeys' | 'identities' | 'runs' | 'sessions' | 'users'>;

/**
 * The user whom a person of the provider is, with the roles that the provider gives now. A new person becomes a new user,
 * named by a claim, and is that user from then on, whatever the claim says later: nobody becomes somebody who is there.
 * @throws {PersonRefused}
 */
export async function userOf(
  services: Needs,
  settings: OidcSettings,
  { claims, address }: { claims: Claims; address: string },
): Promise<string> {
  const identity = { issuer: claims.iss, subject: claims.sub };
  const known = await services.identities.userOf(identity);
  const roles = rolesFrom(claims, settings);
  if (roles.length === 0) {
    if (known !== undefined) await setRoles(services, known, roles, address);
    throw new PersonRefused(
      'no-role',
      `${known ?? nameFrom(claims, settings)} has no role here. Ask an admin for a group that has one in BATON_OIDC_ROLES.`,
    );
  }
  const user = known ?? (await newUser(services, identity, nameFrom(claims, settings)));
  await setRoles(services, user, roles, address);
  return user;
}

/** @throws {PersonRefused} where somebody has the name, or has had it. */
async function newUser(
  { identities, runs, users }: Needs,
  identity: Identity,
  name: string,
): Promise<string> {
  const isNew =
    !(await users.get(name)) && (await runs.list({ user: name, limit: 1 })).length === 0;
  if (isNew && (await identities.bind(identity, name))) return name;
  throw new PersonRefused(
    'name-taken',
    `The name ${name} is already in use. If that user is you, ask an admin to set your identity (PUT /api/v1/users/:id/identity) to the subject ${identity.subject}.`,
  );
}

async function setRoles(
  services: Needs,
  user: string,
  roles: Role[],
  address: string,
): Promise<void> {
  const before = (await services.users.get(user))?.roles ?? [];
  if (before.toSorted().join() === roles.toSorted().join()) return;
  await changeUser(services, user, { roles }, { by: null, address, detail: { how: 'oidc' } });
}

/** @throws {PersonRefused} where the claim names nobody, or somebody that nobody can be. */
function nameFrom(claims: Claims, { name: provider, userClaim }: OidcSettings): string {
  const value = claims[userClaim];
  if (userClaim === 'email' && value !== undefined && !isVerified(claims)) {
    throw new PersonRefused(
      'unverified-email',
      `${provider} has not verified your e-mail address. Verify it there, and sign in again.`,
    );
  }
  // Addresses that differ in their case alone are one person.
  const named = userClaim === 'email' && typeof value === 'string' ? value.toLowerCase() : value;
  const { data: name } = userNameSchema.min(1).safeParse(named);
  const isFree = name !== undefined && name !== usualUser && !hasMeaning(name.toLowerCase());
  if (isFree) return name;
  throw new PersonRefused(
    'no-name',
    `${provider} sent no usable name for you (claim ${userClaim}). Ask an admin.`,
  );
}

/** The roles of all groups that a person is in. */
function rolesFrom(claims: Claims, { rolesClaim, groups }: OidcSettings): Role[] {
  const counts = rolesClaim !== 'email' || isVerified(claims);
  const own = counts ? [claims[rolesClaim]].flat() : [];
  const given = groups.filter(({ group }) => group === '*' || own.includes(group));
  return roleNames.filter((role) => given.some(({ roles }) => roles.includes(role)));
}

function isVerified({ email_verified: verified }: Claims): boolean {
  // Some providers send it as text.
  return verified === true || verified === 'true';
}
