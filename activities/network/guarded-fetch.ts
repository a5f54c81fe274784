import { Agent, fetch as sendRequest } from 'undici';
import { checkedConnector } from './checked-connector.ts';
import type { ConnectorSettings } from './checked-connector.ts';
import { checkUrl } from './policy.ts';

/** `fetch` for libraries that want one. Redirects are given as answers, and never followed. */
export type GuardedFetch = {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

/** A `fetch` that checks addresses as they are connected to, as `createNetwork` does. Sizes and times are its caller's. */
export function createGuardedFetch(
  settings: Omit<ConnectorSettings, 'connectTimeoutMs'>,
): GuardedFetch {
  const agent = new Agent({
    connect: checkedConnector({ ...settings, connectTimeoutMs: 5_000 }),
    maxHeaderSize: 32 * 1024,
  });
  return {
    async fetch(target, init = {}) {
      const url = new URL(target);
      checkUrl(url, settings);
      const answer = await sendRequest(url, {
        ...(init as object),
        redirect: 'manual',
        dispatcher: agent,
      });
      return answer as unknown as Response;
    },
    close: () => agent.destroy(),
  };
}
