import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that need no key. */
    public?: boolean;
  }
}

const cookieName = 'baton_session';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Checks keys and sessions. */
export type Authentication = {
  isKey(text: string): boolean;
  hasSession(request: FastifyRequest): boolean;
  openSession(reply: FastifyReply): FastifyReply;
};

/**
 * Lets only those in who show the key: as `Authorization: Bearer KEY`, as `x-api-key`, or by the cookie
 * of a session that was opened with it. With a cookie alone, only pages of this server may change
 * something.
 */
export async function addAuthentication(
  app: FastifyInstance,
  { apiKey }: { apiKey: string },
): Promise<Authentication> {
  await app.register(cookies);
  // The cookie proves the key without holding it.
  const session = createHmac('sha256', apiKey).update('baton session').digest('base64url');

  const authentication: Authentication = {
    isKey: (text) => isSame(text, apiKey),
    hasSession: ({ cookies: { [cookieName]: cookie } }) =>
      cookie !== undefined && isSame(cookie, session),
    openSession: (reply) =>
      reply.setCookie(cookieName, session, {
        httpOnly: true,
        sameSite: 'strict',
        secure: reply.request.protocol === 'https',
        path: '/',
      }),
  };

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.public) return;
    const key = keyOf(request);
    if (key !== undefined) {
      if (authentication.isKey(key)) return;
      throw new Problem('unauthorized', wrongKey);
    }
    if (!authentication.hasSession(request)) throw new Problem('unauthorized', howToGetIn);
    if (!safeMethods.has(request.method) && !isSameOrigin(request)) {
      throw new Problem(
        'forbidden',
        'A page of another origin cannot act in your name. Send the key in a header instead.',
      );
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="Baton"');
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'no-referrer');
  });
  return authentication;
}

export const howToGetIn =
  'Send the key as `Authorization: Bearer KEY`, or open /?key=KEY in a browser. It is BATON_API_KEY, ' +
  'or what `npm start` printed and keeps in .baton/api-key.';
export const wrongKey = `The key is not the right one. ${howToGetIn}`;

function keyOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const header = headers['x-api-key'];
  return bearer ?? (typeof header === 'string' ? header : undefined);
}

function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === headers.host;
}

/** Compares digests: they are of one length, and the time taken says nothing about the texts. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
