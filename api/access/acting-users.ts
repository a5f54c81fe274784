import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actingFieldsOf } from '../../contracts/base/acting-user.ts';
import { actingUser, requirePrincipal } from './principal.ts';
import type { Principal } from './principal.ts';

type ActingField = ReturnType<typeof actingFieldsOf>[number];

/**
 * Fills in on whose behalf requests act, on the routes that are registered after it: where a body or a query may name a
 * user and does not, the user of the credential. Who may not act for others is refused for naming one.
 */
export function addActingUsers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const inQuery = actingFieldsOf(route.schema?.querystring);
    const inBody = actingFieldsOf(route.schema?.body);
    if (inQuery.length === 0 && inBody.length === 0) return;
    const given = [route.preValidation ?? []].flat();
    route.preValidation = [
      async (request: FastifyRequest) => {
        fillIn(request, request.query, inQuery);
        fillIn(request, request.body, inBody);
      },
      ...given,
    ];
  });
}

/** What is not text is left to the validation of the request. */
function fillIn(request: FastifyRequest, part: unknown, fields: ActingField[]): void {
  if (typeof part !== 'object' || part === null) return;
  const principal = requirePrincipal(request);
  const values = part as Record<string, unknown>;
  for (const { name, whenMissing } of fields) {
    const value = values[name] ?? undefined;
    if (typeof value === 'string') actingUser(principal, value);
    else if (value === undefined && isFilledIn(whenMissing, principal))
      values[name] = principal.user;
  }
}

const isFilledIn = (whenMissing: ActingField['whenMissing'], { actsForOthers }: Principal) =>
  whenMissing === 'own' || (whenMissing === 'own or all' && !actsForOthers);
