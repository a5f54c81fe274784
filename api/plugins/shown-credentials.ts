import type { FastifyRequest } from 'fastify';

/** The key that a request shows, wherever it may stand. */
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

/** Whether a request opens a WebSocket. */
export function isUpgrade({ headers }: FastifyRequest): boolean {
  return headers.upgrade !== undefined;
}

/** Whether a browser says that the request comes from a page of this server. */
export function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === headers.host;
}
