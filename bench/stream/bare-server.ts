import webSockets from '@fastify/websocket';
import Fastify from 'fastify';

/**
 * A server that does nothing but send texts to all who are connected, with the WebSockets that Baton uses too.
 * @returns its address.
 */
export async function startBareServer(
  host: string,
): Promise<{ url: string; send: (text: string) => void }> {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(webSockets);
  app.get('/', { websocket: true }, () => {});
  const url = await app.listen({ host, port: 0 });
  return {
    url,
    send(text) {
      for (const client of app.websocketServer.clients) client.send(text);
    },
  };
}
