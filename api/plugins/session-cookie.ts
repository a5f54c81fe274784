import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../../db/repositories/access/secrets.ts';
import { sessionMs } from '../../db/repositories/access/sessions.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

const cookieOptions = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

/**
 * The cookie that holds the secret of a session.
 * @param options.apiKey the key of the installation.
 * @param options.isTrustedProxy whose word counts on how a browser asked.
 */
export function createSessionCookie({
  apiKey,
  isTrustedProxy,
}: {
  apiKey: string;
  isTrustedProxy: IsTrustedProxy;
}) {
  // Browsers send cookies to all ports of a host: each installation has its own name for it.
  const instance = digestOf(`baton cookie ${apiKey}`).slice(0, 8);
  const name = `baton_session_${instance}`;
  const secureName = `__Host-${name}`;

  /** Whether the browser speaks TLS, with us or with a proxy before us: of several, the first was asked by it. */
  function isSecure({ headers, raw: { socket } }: FastifyRequest): boolean {
    if ('encrypted' in socket) return true;
    if (!isTrustedProxy(socket.remoteAddress)) return false;
    const [forwarded] = [headers['x-forwarded-proto'] ?? ''].flat();
    return /^https\b/.test(forwarded ?? '');
  }

  return {
    name,

    /** The secret of the session's cookie. Over TLS, only the cookie that no other host can set counts. */
    secretIn: (request: FastifyRequest): string | undefined =>
      request.cookies[isSecure(request) ? secureName : name],

    set(reply: FastifyReply, secret: string): void {
      const secure = isSecure(reply.request);
      const options = { ...cookieOptions, secure, maxAge: sessionMs / 1_000 };
      reply.setCookie(secure ? secureName : name, secret, options);
    },

    clear(reply: FastifyReply): void {
      const secure = isSecure(reply.request);
      reply.clearCookie(secure ? secureName : name, { ...cookieOptions, secure });
    },
  };
}
