import type { FastifyInstance } from 'fastify';
import type { RefusedRequests } from '../access/refused-requests.ts';
import { Problem } from '../base/problem.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Where the server listens on this machine alone, refuses requests that were sent to any other name: a
 * web page whose name was made to point here (DNS rebinding) gets no answer.
 */
export function addHostCheck(
  app: FastifyInstance,
  options: { host: string; refused: RefusedRequests },
): void {
  if (!loopbackNames.includes(options.host)) return;
  app.addHook('onRequest', async (request) => {
    if (loopbackNames.includes(request.hostname.toLowerCase())) return;
    await options.refused.add(request, { by: null, why: 'host', from: request.hostname });
    throw new Problem(
      'forbidden',
      'This server answers only on this machine, as localhost or 127.0.0.1. Set BATON_HOST to serve other machines.',
    );
  });
}
