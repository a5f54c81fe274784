import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addFormBodies } from './form-bodies.ts';
import { firstPage, nextSchema } from './next.ts';
import { wantsPage } from './page.ts';
import { sendLinkPage, sendSignInPage } from './sign-in-page.ts';
import type { OidcEntry } from './sign-in-page.ts';
import { howToGetIn } from '../plugins/authentication.ts';
import type { Authentication } from '../plugins/authentication.ts';
import { Problem } from '../base/problem.ts';
import { recordedName } from '../../contracts/access/recorded-name.ts';

/** Where a person signs in, to go on to a path of this server. */
export function signInPath(next: string): string {
  return next === firstPage ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

const entryQuery = z.object({ code: z.string().optional(), next: nextSchema });
const signInQuery = z.object({ next: nextSchema });
const signInBody = z.object({
  key: z.string().trim().catch(''),
  code: z.string().optional(),
  next: nextSchema,
});

const open = { config: { public: true }, schema: { hide: true } };

/**
 * The ways in and out for a browser: `/?code=CODE` is a link that opens a session once, after a
 * question where a page of another site holds it; `/sign-in` asks for a key.
 * @param options.oidc the OpenID provider, where there is one.
 * @param options.sendApp answers with the app, which begins at `/`.
 */
export function addEntry(
  app: FastifyInstance,
  authentication: Authentication,
  {
    oidc,
    sendApp,
  }: { oidc: OidcEntry | undefined; sendApp: (reply: FastifyReply) => FastifyReply },
): void {
  app.get('/', open, async (request, reply) => {
    const { code, next } = entryQuery.parse(request.query);
    reply.header('cache-control', 'no-store');
    // What only looks whether a link leads somewhere, as mail programs do, does not use it up.
    if (code !== undefined && request.method === 'GET') {
      const person = comesFromElsewhere(request)
        ? await authentication.userOfCode(code)
        : undefined;
      if (person !== undefined)
        return sendLinkPage(reply, { code, next, person: recordedName(person) });
      const redeemed = await authentication.redeem(request, code);
      if (redeemed) return enter(reply, { ...redeemed, keyId: null, how: 'link' }, next);
    }
    const isFirstPage = code === undefined && next === firstPage;
    if (await authentication.findSession(request)) {
      return isFirstPage ? sendApp(reply) : goTo(reply, next);
    }
    // A browser that comes from another site keeps its session's cookie back here, and sends it with what the app asks.
    if (isFirstPage && wantsPage(request) && comesFromElsewhere(request)) return sendApp(reply);
    if (!wantsPage(request)) {
      throw new Problem('unauthorized', code === undefined ? howToGetIn : usedLink);
    }
    if (code === undefined) return goTo(reply, '/sign-in');
    return sendSignInPage(reply, { next, problem: usedLink, oidc });
  });

  app.get('/sign-in', open, async (request, reply) => {
    const { next } = signInQuery.parse(request.query);
    if (await authentication.findSession(request)) return goTo(reply, next);
    return sendSignInPage(reply, { next, oidc });
  });

  void app.register(async (forms) => {
    addFormBodies(forms);
    forms.post('/sign-in', open, async (request, reply) => {
      await authentication.checkOrigin(request);
      const { key, code, next } = signInBody.parse(request.body ?? {});
      if (code !== undefined) {
        const redeemed = await authentication.redeem(request, code);
        if (!redeemed) return sendSignInPage(reply, { next, problem: usedLink, oidc });
        return enter(reply, { ...redeemed, keyId: null, how: 'link' }, next);
      }
      const principal = await authentication.findKey(request, key);
      if (!principal) return sendSignInPage(reply, { next, problem: wrongKey, oidc });
      const { user, credential } = principal;
      const keyId = credential.kind === 'key' ? credential.id : authentication.installationId;
      return enter(reply, { user, keyId, how: 'key' }, next);
    });
    forms.post('/sign-out', open, async (request, reply) => {
      await authentication.checkOrigin(request);
      await authentication.closeSession(reply);
      return goTo(reply, '/sign-in');
    });
  });

  async function enter(
    reply: FastifyReply,
    signIn: Parameters<Authentication['openSession']>[1],
    next: string,
  ): Promise<FastifyReply> {
    await authentication.openSession(reply, signIn);
    return goTo(reply, next);
  }
}

const newLink =
  'Ask an admin for a new link, or run npx baton sign-in on the machine where Baton runs.';
const usedLink = `This sign-in link was already used or has expired. ${newLink}`;
const wrongKey = `The key is wrong, expired or revoked. ${newLink}`;

/**
 * Whether a page of another site led here. Who follows a stranger's link must see whose session it opens, and the session
 * that the browser has is not sent along.
 */
function comesFromElsewhere({ headers }: FastifyRequest): boolean {
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
}

function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}
