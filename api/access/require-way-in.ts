import type { FastifyRequest } from 'fastify';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { Role } from '../../contracts/access/roles.ts';
import { principalOf, requirePrincipal } from './principal.ts';
import type { Principal } from './principal.ts';

type WayIn = { user: string; roles: readonly Role[] | null; tools: readonly string[] | null };

/**
 * Keeps anyone from making a key or a link that may do more than they may, or that outlives what they show. What is
 * forbidden is written down.
 * @throws {Problem} `forbidden`, or `invalid-request` for a user who may not do anything.
 */
export async function requireWayIn(
  services: Pick<Services, 'users' | 'refusedRequests'>,
  request: FastifyRequest,
  wayIn: WayIn,
): Promise<void> {
  const principal = requirePrincipal(request);
  try {
    await checkWayIn(services, principal, wayIn);
  } catch (error) {
    const refusal = { by: principal.name, error, right: 'administer' } as const;
    await services.refusedRequests.addForbidden(request, refusal);
    throw error;
  }
}

async function checkWayIn(
  { users }: Pick<Services, 'users'>,
  principal: Principal,
  { user, roles, tools }: WayIn,
): Promise<void> {
  if (principal.isByKey) {
    throw new Problem(
      'forbidden',
      'To create keys and links, sign in with a link or use the installation key.',
    );
  }
  const isForeignInstaller = user === usualUser && principal.user !== usualUser;
  if (isForeignInstaller || (user !== principal.user && !principal.rights.has('administer'))) {
    throw new Problem('forbidden', `${principal.name} cannot create keys or links for ${user}.`);
  }
  const row = await users.get(user);
  const made = principalOf({
    user,
    roles: row?.roles ?? [],
    groups: row?.groups ?? [],
    actsForOthers: row?.actsForOthers ?? false,
    scope: roles,
    tools,
    key: { createdBy: principal.madeBy ?? principal.name },
    credential: { kind: 'key', id: '' },
  });
  if (made.rights.size === 0) {
    const detail =
      roles === null
        ? `${user} has no role. Give it one first.`
        : `${user} has none of the roles ${roles.join(', ')}.`;
    throw new Problem('invalid-request', detail, undefined, {
      help: {
        request: `PATCH /api/v1/users/${encodeURIComponent(user)}`,
        does: `sets the roles of ${user}`,
      },
    });
  }
  const isWithin =
    [...made.rights].every((right) => principal.rights.has(right)) &&
    (principal.actsForOthers || !made.actsForOthers);
  if (isWithin) return;
  throw new Problem(
    'forbidden',
    `${principal.name} cannot create a key or link with more rights than ${principal.name} has.`,
  );
}
