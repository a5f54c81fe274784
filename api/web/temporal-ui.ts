import proxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { temporalUiPath } from '../../contracts/temporal/temporal-ui.ts';
import { requireNoScope, requireRight } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { Authentication } from '../plugins/authentication.ts';
import { signInPath } from './entry.ts';
import { wantsPage } from './page.ts';

/** What shows who asks: it is for Baton alone. */
const ownHeaders = new Set(['authorization', 'x-api-key', 'cookie']);

/**
 * Serves the UI of a Temporal server to those who may use Baton: it asks nobody itself.
 * @param options.upstream where the UI listens, such as `http://127.0.0.1:8233`
 */
export async function addTemporalUi(
  app: FastifyInstance,
  authentication: Authentication,
  { upstream }: { upstream: string },
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    scope.addHook('onRequest', async (request, reply) => {
      try {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        const principal = await authentication.check(request);
        requireRight(principal, isRead ? 'read' : 'administer');
        requireNoScope(principal);
        // The proxy ends on such a path with an error of its own.
        if (decodeURIComponent(request.url).includes('..')) {
          throw new Problem('not-found', `${request.url} not found.`);
        }
      } catch (error) {
        const isSignedOut = error instanceof Problem && error.kind === 'unauthorized';
        if (!isSignedOut || !wantsPage(request)) throw error;
        return reply.redirect(signInPath(request.url), 303);
      }
    });
    // Bodies go on as they are.
    scope.removeAllContentTypeParsers();
    await scope.register(proxy, {
      upstream,
      prefix: temporalUiPath,
      rewritePrefix: temporalUiPath,
      config: { public: true },
      replyOptions: {
        rewriteRequestHeaders: (_request, headers) => ({
          ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name))),
          ...cookiesOfOthers(headers.cookie, authentication.cookieName),
        }),
        onError: (reply) => {
          reply.send(new Problem('unavailable', 'The Temporal UI does not respond.'));
        },
      },
    });
  });
}

/** The UI has a cookie of its own, against forged requests. */
function cookiesOfOthers(cookie: string | undefined, own: string): { cookie?: string } {
  const isOwn = (each: string) => each.replace('__Host-', '').startsWith(own);
  const kept = (cookie ?? '').split(/; */).filter((each) => each && !isOwn(each));
  return kept.length > 0 ? { cookie: kept.join('; ') } : {};
}
