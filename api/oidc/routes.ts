import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSameSecret } from '../../db/repositories/access/secrets.ts';
import type { Authentication } from '../plugins/authentication.ts';
import type { Services } from '../services.ts';
import { nextSchema } from '../web/next.ts';
import { sendMovingOn } from '../web/page.ts';
import { sendSignInPage } from '../web/sign-in-page.ts';
import type { OidcEntry } from '../web/sign-in-page.ts';
import { ProviderAway } from './bounded-fetch.ts';
import type { OidcSettings } from './env.ts';
import { flowIn, newFlow } from './flow.ts';
import type { Flow } from './flow.ts';
import { callbackPath, startPath } from './paths.ts';
import { PersonRefused, userOf } from './person.ts';
import { createProvider, InvalidAnswer } from './provider.ts';
import type { Claims } from './provider.ts';

const open = { config: { public: true }, schema: { hide: true } };
const startQuery = z.object({ next: nextSchema });
const callbackQuery = z.object({ state: z.string().catch('') });
const flowSeconds = 600;

type Options = { settings: OidcSettings; entry: OidcEntry; services: Services };

/** Signs people in with an OpenID provider: `/sign-in/oidc` sends the browser there, and it comes back with a code. */
export function addOidc(
  app: FastifyInstance,
  authentication: Authentication,
  { settings, entry, services }: Options,
): void {
  const provider = createProvider(settings);
  const secure = settings.redirectUri.startsWith('https:');
  const name = `${authentication.cookieName}_oidc`;
  const cookieName = secure ? `__Host-${name}` : name;
  // The provider sends the browser back from another site.
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;

  app.get(startPath, open, async (request, reply) => {
    const { next } = startQuery.parse(request.query);
    const flow = newFlow(next);
    try {
      const address = await provider.authorizationUrl(flow);
      reply.setCookie(cookieName, flow.cookie, { ...cookie, maxAge: flowSeconds });
      return reply.header('cache-control', 'no-store').redirect(address.href, 303);
    } catch (error) {
      return refuse(request, reply, { error, next });
    }
  });

  app.get(callbackPath, open, async (request, reply) => {
    const { state } = callbackQuery.parse(request.query);
    const flow = flowIn(request.cookies[cookieName]);
    const next = nextSchema.parse(flow?.next);
    reply.clearCookie(cookieName, cookie);
    authentication.checkAddress(request, state);
    let claims: Claims | undefined;
    try {
      claims = await claimsOf(request, state, flow);
      const user = await userOf(services, settings, { claims, address: request.ip });
      await authentication.openSession(reply, { user, keyId: null, how: 'oidc' });
      return sendMovingOn(reply, next);
    } catch (error) {
      return refuse(request, reply, { error, next, claims });
    }
  });

  /** @throws {InvalidAnswer} where this browser began no such sign-in, or it was used before. */
  async function claimsOf(
    request: FastifyRequest,
    state: string,
    flow: Flow | undefined,
  ): Promise<Claims> {
    if (!flow || !isSameSecret(state, flow.state)) {
      throw new InvalidAnswer('This browser did not start this sign-in.');
    }
    const query = new URL(request.url, settings.redirectUri).search;
    const claims = await provider.claims(query, flow);
    const used = { user: claims.sub, createdBy: claims.iss };
    if (await services.sessions.useUp(flow.state, used)) return claims;
    throw new InvalidAnswer('This sign-in was already used.');
  }

  /** Tells the person, and writes it down. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { error, next, claims }: { error: unknown; next: string; claims?: Claims | undefined },
  ): Promise<FastifyReply> {
    const page = { next, oidc: entry };
    if (error instanceof ProviderAway) {
      request.log.warn({ reason: error.message }, 'the OpenID provider does not respond');
      const problem = `${settings.name} does not respond. Try again, or sign in with a link or a key.`;
      return sendSignInPage(reply, { ...page, problem, status: 503 });
    }
    if (error instanceof PersonRefused) {
      const { reason, message: problem } = error;
      const detail = {
        what: 'oidc',
        reason,
        issuer: claims?.iss ?? null,
        subject: claims?.sub ?? null,
      };
      const address = request.ip;
      await services.accessLog.add({ by: null, action: 'sign-in.refused', detail, address });
      return sendSignInPage(reply, { ...page, problem, status: 403 });
    }
    if (!(error instanceof InvalidAnswer)) throw error;
    await authentication.addFailure(request, 'oidc', error.message);
    const problem =
      'This sign-in was refused, has expired, was already used, or was started in another browser. Sign in again.';
    return sendSignInPage(reply, { ...page, problem, status: 401 });
  }
}
