import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.ts';

type Sent = { decide?: string; run?: { id: string } };

/** Where a Baton sends its webhooks, to read the links in them with which a person decides. Ended by `close`. */
export async function startMailbox() {
  const links = new Map<string, string>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { decide, run } = JSON.parse(text) as Sent;
    if (decide && run) links.set(run.id, decide);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    /** What the Baton must be told to send them. */
    settings: {
      BATON_WEBHOOK_SECRET: 'a secret for pictures only',
      BATON_WEBHOOK_HOSTS: '127.0.0.1',
    },
    /** The token of the link that was sent for a run. */
    async tokenOf(runId: string): Promise<string> {
      const link = await until(
        async () => links.get(runId),
        (sent) => sent !== undefined,
        () => `no link was sent for ${runId}`,
      );
      return new URL(link!).searchParams.get('token')!;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
