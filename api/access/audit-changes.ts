import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessAction } from '../../contracts/access/actions.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { AccessLog } from '../../db/repositories/access/access-log.ts';
import { callerOf } from './caller.ts';
import { requirePrincipal } from './principal.ts';

/** How the access log tells of what a route changes. */
export type Audit = {
  action: AccessAction;
  /** Fields of its body and query whose values are told: none that people write texts or secrets into. */
  tells?: readonly string[];
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that change what holds for others, or from now on, and do not write it down themselves. */
    audit?: Audit;
  }
}

const prefix = '/api/v1/';

/** Has the access log tell of each change that the routes registered after it make, before its answer is sent. */
export function addAudit(app: FastifyInstance, log: Pick<AccessLog, 'add'>): void {
  app.addHook('onSend', async (request, reply) => {
    const { audit } = request.routeOptions.config;
    if (!audit || reply.statusCode >= 300) return;
    await log.add({
      by: requirePrincipal(request).name,
      action: audit.action,
      target: targetOf(request, reply),
      detail: detailOf(request, reply, audit),
      address: request.ip,
    });
  });
}

/** `budgets/user:ann`; of what is new, where it is from now on. */
function targetOf({ url }: FastifyRequest, reply: FastifyReply): string {
  const path = String(reply.getHeader('location') ?? url).split('?')[0] ?? '';
  return decodeURIComponent(path.startsWith(prefix) ? path.slice(prefix.length) : path);
}

function detailOf(request: FastifyRequest, reply: FastifyReply, { tells = [] }: Audit): JsonObject {
  const { body, query, method } = request;
  const sent: JsonObject = {
    ...(isJsonObject(query) && query),
    ...(isJsonObject(body) && body),
  };
  const told = Object.entries(sent).filter(([name]) => tells.includes(name));
  const user = callerOf(request);
  const etag = reply.getHeader('etag');
  return {
    method,
    ...Object.fromEntries(told),
    ...(user !== requirePrincipal(request).user && { user }),
    ...(typeof etag === 'string' && { etag }),
  };
}
