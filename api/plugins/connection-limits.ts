import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Problem } from '../base/problem.ts';
import { credentialOf } from '../access/principal.ts';
import { tooMany } from './request-limits.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** Connections that are open at a time, in each process. */
export type ConnectionLimits = {
  /** Of a key or session. */
  openConnections: number;
  /** Of an address, on which nobody has signed in. */
  addressConnections: number;
  /** Of all together: those beyond are closed. */
  mostConnections: number;
};

const retryAfterMs = 5_000;
/** Refused connections of an address that are kept for an answer: they count towards those of all together. */
const mostRefused = 4;

/**
 * Refuses connections of a key, a session or an address beyond its limit with 429 and `Retry-After`. A proxy sends the requests
 * of many over one connection: of its connections those count that have a request under way, and its address has no limit.
 * Added before authentication: it looks at connections first, and at who signs in on them once that is known.
 */
export function addConnectionLimits(
  app: FastifyInstance,
  { limits, isTrustedProxy }: { limits: ConnectionLimits; isTrustedProxy: IsTrustedProxy },
): void {
  const { openConnections, addressConnections, mostConnections } = limits;
  const strangers = createCounter(addressConnections);
  const signedIn = createCounter(openConnections);
  const refused = createCounter(mostRefused);
  const credentialsOn = new WeakMap<Socket, Set<string>>();
  app.server.maxConnections = mostConnections;

  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress)) return;
    const address = countedAddress(remoteAddress);
    if (strangers.add(address, socket)) {
      socket.once('close', () => strangers.remove(address, socket));
      return;
    }
    if (!refused.add(address, socket)) {
      socket.destroy();
      return;
    }
    // Its request is answered; one that sends none is not waited for.
    const timer = setTimeout(() => socket.destroy(), retryAfterMs);
    socket.once('close', () => {
      clearTimeout(timer);
      refused.remove(address, socket);
    });
  });

  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || !refused.has(countedAddress(remoteAddress), socket)) return;
    reply.header('connection', 'close');
    const detail = `An address can have ${addressConnections} connections at a time before it signs in. Close one of them first.`;
    throw new Problem('too-many-requests', detail, undefined, { retryAfterMs });
  });

  // After authentication, and before a body is read.
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.public) return;
    const { socket } = request.raw;
    const { remoteAddress } = socket;
    // A request that did not come over the network has no connection.
    if (!(socket instanceof Socket) || remoteAddress === undefined) return;
    const credential = credentialOf(request);
    const isCounted = signedIn.has(credential, socket);
    if (!signedIn.add(credential, socket)) {
      reply.header('connection', 'close');
      const allowed = `${openConnections} connections at a time`;
      throw tooMany(allowed, 'Close one of them first.', retryAfterMs);
    }
    strangers.remove(countedAddress(remoteAddress), socket);
    if (isCounted) return;
    if (!request.ws && isTrustedProxy(remoteAddress)) {
      reply.raw.once('close', () => signedIn.remove(credential, socket));
      return;
    }
    const credentials = credentialsOn.get(socket);
    credentials?.add(credential);
    if (credentials) return;
    const first = new Set([credential]);
    credentialsOn.set(socket, first);
    socket.once('close', () => {
      for (const each of first) signedIn.remove(each, socket);
    });
  });
}

/** What connections of an address count for: one that has an IPv6 address has the other addresses of its /64 as well. */
export function countedAddress(text: string): string {
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Whose connections are open, at most so many of each. */
function createCounter(most: number) {
  const open = new Map<string, Set<Socket>>();
  return {
    has: (whose: string, socket: Socket) => open.get(whose)?.has(socket) ?? false,
    /** False, and counts nothing, beyond the limit. */
    add(whose: string, socket: Socket): boolean {
      const sockets = open.get(whose) ?? new Set();
      if (!sockets.has(socket) && sockets.size >= most) return false;
      open.set(whose, sockets.add(socket));
      return true;
    },
    remove(whose: string, socket: Socket): void {
      const sockets = open.get(whose);
      sockets?.delete(socket);
      if (sockets?.size === 0) open.delete(whose);
    },
  };
}
