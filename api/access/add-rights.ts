import type { FastifyInstance } from 'fastify';
import type { Right } from '../../contracts/access/roles.ts';
import { actingFieldsOf } from '../../contracts/base/acting-user.ts';
import type { Audit } from './audit-changes.ts';

/** What one route asks of those who use it. */
export type RouteRule = {
  method: string;
  /** `/api/v1/runs/:id` */
  url: string;
  right: Right;
  /** Where it can name the user on whose behalf it acts. */
  acting: { query: string[]; body: string[] };
  /** What the access log calls what it changes; undefined where the route writes that down itself, or there is nothing to. */
  audit: Audit | undefined;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes that need a right, in the order of the documentation. */
    routeRules: RouteRule[];
    /** The routes that ask nobody who they are. */
    publicRoutes: string[];
  }
}

/** Says what the routes that are registered after it need, where they do not say it themselves. */
export function addRights(
  app: FastifyInstance,
  { read, change }: { read: Right; change: Right },
): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const isRead = methods.every((method) => method === 'GET' || method === 'HEAD');
    const { right = isRead ? read : change, public: isPublic } = route.config ?? {};
    route.config = { ...route.config, right };
    if (isPublic || route.config.takesTheRest) return;
    const { querystring, body } = route.schema ?? {};
    const namesOf = (schema: unknown) => actingFieldsOf(schema).map(({ name }) => name);
    const acting = { query: namesOf(querystring), body: namesOf(body) };
    for (const method of methods.filter((name) => name !== 'HEAD')) {
      const { audit } = route.config;
      app.routeRules.push({ method, url: route.url, right, acting, audit });
    }
  });
}
