import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCredentials } from '../access/credentials.ts';
import { requireNoScope, requireRight } from '../access/principal.ts';
import type { Principal } from '../access/principal.ts';
import { createFailedSignIns } from '../access/failed-sign-ins.ts';
import type { SecretKind } from '../access/failed-sign-ins.ts';
import { recordedName } from '../../contracts/access/recorded-name.ts';
import type { Right } from '../../contracts/access/roles.ts';
import { Problem } from '../base/problem.ts';
import { apiKeyPrefix } from '../../db/repositories/access/api-keys.ts';
import type { Services } from '../services.ts';
import { createSessionCookie } from './session-cookie.ts';
import { isSameOrigin, isUpgrade, keyOf } from './shown-credentials.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the credential of a request still lets it read, for what goes on after its answer has begun. */
    mayStillRead(request: FastifyRequest): Promise<boolean>;
    /**
     * Writes down, and counts against the address, a secret of a public route that opened nothing.
     * @throws {Problem} `too-many-requests` for an address that has shown many.
     */
    refuseSecret(request: FastifyRequest, what: SecretKind, secret: string): Promise<void>;
  }
  interface FastifyContextConfig {
    /** Set on routes that need no key. */
    public?: boolean;
    /** Set on public routes that tell more to who may read. */
    tellsReaders?: boolean;
    /** Set on routes that keep to the tools of a key. Keys for certain tools can use no others. */
    scopedToTools?: boolean;
    /** Set on routes that keep to the limits of a key on models. Keys with such limits can use no others. */
    scopedToModels?: boolean;
  }
}

/** What is written down where somebody may not do it. */
const grave = new Set<Right>(['decide', 'administer']);
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Checks keys and sessions. */
export type Authentication = {
  cookieName: string;
  /** What sessions are bound to that the installation's key opens. */
  installationId: string;
  /** @throws {Problem} `too-many-requests` for an address that has shown many wrong keys. */
  findKey(request: FastifyRequest, key: string): Promise<Principal | undefined>;
  /** Uses up the code of a sign-in link. @returns who signs in, and who made the link; undefined for a code that opens nothing. */
  redeem(
    request: FastifyRequest,
    code: string,
  ): Promise<{ user: string; linkBy: string; madeBy: string | null } | undefined>;
  /** Who would sign in with a code: it stays as it is. */
  userOfCode(code: string): Promise<string | undefined>;
  /** @throws {Problem} `too-many-requests` for an address that has shown many wrong secrets, for another one. */
  checkAddress(request: FastifyRequest, secret: string): void;
  /** Writes down, and counts against the address, what opened nothing. */
  addFailure(request: FastifyRequest, what: SecretKind, reason: string): Promise<void>;
  findSession(request: FastifyRequest): Promise<Principal | undefined>;
  /** @param signIn who signs in, and who made the link that they do it with; what a key opens ends with the key. */
  openSession(
    reply: FastifyReply,
    signIn: {
      user: string;
      keyId: string | null;
      how: 'key' | 'link' | 'oidc';
      linkBy?: string;
      madeBy?: string | null;
    },
  ): Promise<void>;
  closeSession(reply: FastifyReply): Promise<void>;
  /**
   * Finds out who makes a request.
   * @throws {Problem} where it shows no key and no session, or acts from a page of another origin.
   */
  check(request: FastifyRequest): Promise<Principal>;
  /**
   * Finds who may read everything; null for who shows no key and no session, or one of certain tools alone.
   * @throws {Problem} for a wrong key.
   */
  findReader(request: FastifyRequest): Promise<Principal | null>;
  /**
   * @param by whose session the request shows.
   * @throws {Problem} where a request comes from a page of another origin.
   */
  checkOrigin(request: FastifyRequest, by?: string): Promise<void>;
};

/**
 * Lets only those in who show a key: as `Authorization: Bearer KEY`, as `x-api-key`, at a WebSocket also as a
 * subprotocol, or by the cookie of a session; and each only to the routes that its roles may use. With a cookie alone,
 * only pages of this server may change something or open a WebSocket.
 * @param options.apiKey the key of the installation.
 * @param options.isTrustedProxy whose word counts on how a browser asked.
 */
export async function addAuthentication(
  app: FastifyInstance,
  {
    apiKey,
    isTrustedProxy,
    services,
  }: {
    apiKey: string;
    isTrustedProxy: IsTrustedProxy;
    services: Pick<Services, 'apiKeys' | 'sessions' | 'users' | 'accessLog' | 'refusedRequests'>;
  },
): Promise<Authentication> {
  await app.register(cookies);
  app.decorateRequest('principal', null);
  app.decorate('routeRules', []);
  app.decorate('publicRoutes', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.public) app.publicRoutes.push(`${[method].flat().join('|')} ${url}`);
  });
  const { apiKeys, sessions, users, accessLog, refusedRequests } = services;
  const credentials = createCredentials({ apiKey, apiKeys, sessions, users });
  const failures = createFailedSignIns(accessLog);
  app.decorate('refuseSecret', async (request, what, secret) => {
    failures.check(request.ip, secret);
    await failures.add(request, what);
  });
  const cookie = createSessionCookie({ apiKey, isTrustedProxy });

  const authentication: Authentication = {
    cookieName: cookie.name,
    installationId: credentials.installationId,
    async findKey(request, key) {
      // Nobody guesses a key that Baton made.
      if (!key.startsWith(apiKeyPrefix)) failures.check(request.ip, key);
      const principal = await credentials.ofKey(key);
      if (principal) failures.remember(key);
      else await failures.add(request, 'key');
      return principal;
    },
    async redeem(request, code) {
      const redeemed = await sessions.redeem(code);
      if (redeemed) {
        const { user, createdBy: linkBy, madeBy } = redeemed;
        return { user, linkBy, madeBy };
      }
      await app.refuseSecret(request, 'code', code);
      return undefined;
    },
    userOfCode: (code) => sessions.userOfCode(code),
    checkAddress: (request, secret) => failures.check(request.ip, secret),
    addFailure: (request, what, reason) => failures.add(request, what, reason),
    async findSession(request) {
      const secret = cookie.secretIn(request);
      return secret === undefined ? undefined : credentials.ofSession(secret);
    },
    async openSession(reply, { user, keyId, madeBy = null, ...signIn }) {
      const { request } = reply;
      const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
      const { row, secret } = await sessions.open({ user, keyId, madeBy, userAgent });
      const by = recordedName(user);
      const event = { by, action: 'sign-in', target: row.id, address: request.ip } as const;
      await accessLog.add({
        ...event,
        detail: { ...signIn, ...(keyId !== null && { key: keyId }) },
      });
      cookie.set(reply, secret);
    },
    async closeSession(reply) {
      const { request } = reply;
      const principal = await authentication.findSession(request);
      if (principal?.credential.kind === 'session') {
        const { id } = principal.credential;
        await sessions.end(id);
        const event = { by: principal.name, action: 'sign-out', target: id } as const;
        await accessLog.add({ ...event, address: request.ip });
      }
      cookie.clear(reply);
    },
    async check(request) {
      const key = keyOf(request);
      if (key !== undefined) {
        const principal = await authentication.findKey(request, key);
        if (principal) return principal;
        throw new Problem('unauthorized', wrongKey);
      }
      const principal = await authentication.findSession(request);
      if (!principal) throw new Problem('unauthorized', howToGetIn);
      if (!safeMethods.has(request.method) || isUpgrade(request)) {
        await authentication.checkOrigin(request, principal.name);
      }
      return principal;
    },
    async findReader(request) {
      const isKey = keyOf(request) !== undefined;
      const principal = isKey
        ? await authentication.check(request)
        : await authentication.findSession(request);
      return principal?.rights.has('read') && hasNoScope(principal) ? principal : null;
    },
    async checkOrigin(request, by) {
      if (isSameOrigin(request)) return;
      const from = request.headers.origin ?? 'an unknown origin';
      await refusedRequests.add(request, { by: by ?? null, why: 'origin', from });
      throw new Problem(
        'forbidden',
        'Web pages from another origin cannot use your session. Send the API key in a header instead.',
      );
    },
  };

  app.decorate('mayStillRead', async (request: FastifyRequest) => {
    const key = keyOf(request);
    const principal = await (key === undefined
      ? authentication.findSession(request)
      : credentials.ofKey(key));
    return principal?.rights.has('read') ?? false;
  });
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    if (config.public) {
      if (config.tellsReaders) request.principal = await authentication.findReader(request);
      return;
    }
    const principal = await authentication.check(request);
    const right = request.is404 ? 'read' : (config.right ?? 'administer');
    try {
      requireRight(principal, right);
      requireNoScope(principal, config);
    } catch (error) {
      if (grave.has(right)) {
        await refusedRequests.addForbidden(request, { by: principal.name, error, right });
      }
      throw error;
    }
    request.principal = principal;
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

const hasNoScope = ({ tools, paysWith }: Principal): boolean =>
  tools === null && (paysWith?.limits ?? null) === null;

export const howToGetIn =
  'Send an API key as `Authorization: Bearer KEY`, or sign in with a browser: `npx baton sign-in` prints a link. The ' +
  'key is BATON_API_KEY, the one that `npm start` stores as api-key in BATON_DATA (.baton by default), or one of your own.';
const wrongKey = `The API key is wrong, expired or revoked. ${howToGetIn}`;
