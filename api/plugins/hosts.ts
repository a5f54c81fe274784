import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusedRequests } from '../access/refused-requests.ts';
import { Problem } from '../base/problem.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Where the server listens on this machine alone, refuses requests that were sent to any other name than that of its
 * public address: a web page whose name was made to point here (DNS rebinding) gets no answer.
 */
export function addHostCheck(
  app: FastifyInstance,
  { host, publicUrl, refused }: { host: string; publicUrl: string; refused: RefusedRequests },
): void {
  if (!loopbackNames.includes(host)) return;
  const names = [...loopbackNames, new URL(publicUrl).hostname];
  app.addHook('onRequest', async (request) => {
    const from = hostnameOf(request);
    if (names.includes(from)) return;
    await refused.add(request, { by: null, why: 'host', from });
    throw new Problem(
      'forbidden',
      'This server answers only on this machine, as localhost or 127.0.0.1. Set BATON_PUBLIC_URL to the address of your proxy, or BATON_HOST to serve other machines.',
    );
  });
}

/** As the browser sent it: a page could write a forwarded one itself. */
function hostnameOf({ headers: { host = '' } }: FastifyRequest): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
