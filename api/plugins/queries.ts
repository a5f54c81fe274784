import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const noQuery = z.strictObject({});

/**
 * Has every route under `prefix` that is registered from now on refuse parameters in its address that it does not know: a
 * mistyped filter would else give a list that looks filtered.
 */
export function addStrictQueries(app: FastifyInstance, prefix: string): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(`${prefix}/`)) return;
    const { querystring } = route.schema ?? {};
    const known = querystring instanceof z.ZodObject ? querystring.strict() : noQuery;
    route.schema = { ...route.schema, querystring: known };
  });
}
