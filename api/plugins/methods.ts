import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that a path answers to, such as `['GET', 'HEAD']`; none where there is no such path. */
    methodsOf(path: string): string[];
  }
  interface FastifyContextConfig {
    /** Set on routes for all paths that have no other route, which say nothing of any path. */
    takesTheRest?: boolean;
  }
}

/** Keeps the methods of every route that is added from now on, for `methodsOf`. */
export function addMethods(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.takesTheRest) return;
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  app.decorate('methodsOf', (path: string) => {
    const found = routes.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => methods))].toSorted();
  });
}

/** Of a route such as `/runs/:id` or `/models/*`. */
function patternOf(url: string): RegExp {
  const text = url
    .replaceAll(/[.+?^$()[\]{}|\\-]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${text}$`);
}
