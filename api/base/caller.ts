import type { FastifyRequest } from 'fastify';
import { usualUser } from '../../contracts/base/usual-user.ts';

/**
 * Who asks: the user that the body or the query of a request names, else the usual one. This is the only place that decides it
 * for what belongs to a user.
 */
export function callerOf({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): string {
  return userIn(body) ?? userIn(query) ?? usualUser;
}

function userIn(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('user' in part)) return undefined;
  return typeof part.user === 'string' ? part.user : undefined;
}
