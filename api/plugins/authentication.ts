import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../base/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that need no key. */
    public?: boolean;
  }
}

const sessionDays = 30;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Checks keys and sessions. */
export type Authentication = {
  cookieName: string;
  isKey(text: string): boolean;
  hasSession(request: FastifyRequest): boolean;
  openSession(reply: FastifyReply): FastifyReply;
  closeSession(reply: FastifyReply): FastifyReply;
  /** @throws {Problem} where a request shows no key and no session, or acts from a page of another origin. */
  check(request: FastifyRequest): void;
  /** @throws {Problem} where a request comes from a page of another origin. */
  checkOrigin(request: FastifyRequest): void;
};

/**
 * Lets only those in who show the key: as `Authorization: Bearer KEY`, as `x-api-key`, at a WebSocket also as a
 * subprotocol, or by the cookie of a session that was opened with it. With a cookie alone, only pages of this
 * server may change something or open a WebSocket.
 * @param options.port browsers send cookies to all ports of a host: each server has its own name for it.
 */
export async function addAuthentication(
  app: FastifyInstance,
  { apiKey, port }: { apiKey: string; port: number },
): Promise<Authentication> {
  await app.register(cookies);
  const cookieName = `baton_session_${port}`;

  /** Proves the key without holding it, until a time in milliseconds. */
  function sessionUntil(end: string): string {
    const proof = createHmac('sha256', apiKey).update(`baton session until ${end}`);
    return `${end}.${proof.digest('base64url')}`;
  }

  const authentication: Authentication = {
    cookieName,
    isKey: (text) => isSame(text, apiKey),
    hasSession({ cookies: { [cookieName]: cookie = '' } }) {
      const [end = ''] = cookie.split('.', 1);
      return isSame(cookie, sessionUntil(end)) && Date.now() < Number(end);
    },
    openSession(reply) {
      const maxAge = sessionDays * 24 * 60 * 60;
      const session = sessionUntil(String(Date.now() + maxAge * 1_000));
      return reply.setCookie(cookieName, session, { ...cookieOptions(reply), maxAge });
    },
    closeSession: (reply) => reply.clearCookie(cookieName, cookieOptions(reply)),
    check(request) {
      const key = keyOf(request);
      if (key !== undefined) {
        if (authentication.isKey(key)) return;
        throw new Problem('unauthorized', wrongKey);
      }
      if (!authentication.hasSession(request)) throw new Problem('unauthorized', howToGetIn);
      if (!safeMethods.has(request.method) || isUpgrade(request)) {
        authentication.checkOrigin(request);
      }
    },
    checkOrigin(request) {
      if (isSameOrigin(request)) return;
      throw new Problem(
        'forbidden',
        'Web pages from another origin cannot use your session. Send the API key in a header instead.',
      );
    },
  };

  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.public) authentication.check(request);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="Baton"');
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-frame-options', 'DENY');
    // A page with a form needs its own: browsers send no origin from one without a referrer.
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'no-referrer');
  });
  return authentication;
}

function cookieOptions({ request: { protocol, headers } }: FastifyReply) {
  // A proxy that speaks TLS for us says so; of several, the first was asked by the browser.
  const [forwarded] = [headers['x-forwarded-proto'] ?? ''].flat();
  const secure = protocol === 'https' || /^https\b/.test(forwarded ?? '');
  return { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
}

export const howToGetIn =
  'Send the API key as `Authorization: Bearer KEY`, or open /?key=KEY in a browser. The key is BATON_API_KEY, ' +
  'or the one that `npm start` prints and stores in .baton/api-key.';
export const wrongKey = `The API key is wrong. ${howToGetIn}`;

/** The key that a request shows, right or wrong. */
export function keyOf(request: FastifyRequest): string | undefined {
  const { headers } = request;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const header = headers['x-api-key'];
  return bearer ?? (typeof header === 'string' ? header : keyInProtocol(request));
}

/** The key as browsers can give it with a WebSocket: `new WebSocket(url, ['baton', 'baton.key.<base64url>'])`. */
function keyInProtocol(request: FastifyRequest): string | undefined {
  if (!isUpgrade(request)) return undefined;
  const protocols = request.headers['sec-websocket-protocol'] ?? '';
  const encoded = /(?:^|,) *baton\.key\.([\w-]+) *(?:,|$)/.exec(protocols)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString();
}

function isUpgrade({ headers }: FastifyRequest): boolean {
  return headers.upgrade !== undefined;
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
