import type { FastifyRequest } from 'fastify';
import { requirePrincipal } from './principal.ts';

/**
 * On whose behalf a request acts: the user that its body or its query names, which `addActingUsers` has checked, else the
 * user of its credential. This is the only place that decides it for what belongs to a user.
 */
export function callerOf(request: Pick<FastifyRequest, 'query' | 'body' | 'principal'>): string {
  return userIn(request.body) ?? userIn(request.query) ?? requirePrincipal(request).user;
}

function userIn(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('user' in part)) return undefined;
  return typeof part.user === 'string' ? part.user : undefined;
}
