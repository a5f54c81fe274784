import webSockets from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { closeCodes } from '../../contracts/runs/run-events.ts';
import { Problem } from '../base/problem.ts';

/** The protocol that a client gives beside its key. */
const protocol = 'baton';

/** Clients have nothing to say over a WebSocket. */
const mostReceivedBytes = 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that have a `wsHandler`. */
    webSocket?: boolean;
  }
}

const stopping = 'The server is stopping. Reconnect with the position of your last event';

/** Lets routes that are added after it speak with a client over a WebSocket. What goes wrong with one ends it alone. */
export async function addWebSockets(app: FastifyInstance): Promise<void> {
  await app.register(webSockets, {
    options: {
      maxPayload: mostReceivedBytes,
      // A client may give its key as one of the others: the answer must not hold it.
      handleProtocols: (offered: Set<string>) => (offered.has(protocol) ? protocol : false),
    },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose(done) {
      for (const client of app.websocketServer.clients)
        client.close(closeCodes.goingAway, stopping);
      app.websocketServer.close();
      done();
    },
  });
  app.addHook('onRequest', async (request) => {
    if (!request.ws || request.routeOptions.config.webSocket) return;
    const help = { request: 'GET /docs', does: 'lists all routes' };
    throw new Problem('not-found', 'This path has no WebSocket.', undefined, { help });
  });
}
