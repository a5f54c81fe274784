import { onTestFinished } from 'vitest';
import { createNetwork } from '../../../../activities/network/create-network.ts';
import { startWebServer } from '../../network/web-server.ts';
import type { Answering } from '../../network/web-server.ts';

/** A server with what news sources answer, and the guarded client that may reach it. */
export async function startNewsServer(answers: Record<string, Answering>) {
  const server = await startWebServer(answers);
  const network = createNetwork({
    allowedHosts: [`127.0.0.1:${server.port}`],
    ports: [80, 443],
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  onTestFinished(() => network.close());
  return { ...server, network };
}
