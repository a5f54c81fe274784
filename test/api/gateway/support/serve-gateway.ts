import OpenAI from 'openai';
import { afterAll, beforeAll } from 'vitest';
import type { TaskQueue } from '../../../../contracts/temporal/task-queues.ts';
import { apiKey, providersAt, startGateway } from './gateway.ts';
import type { Gateway } from './gateway.ts';
import { startUpstream } from './upstream.ts';
import type { Upstream } from './upstream.ts';

type Served = { upstream: Upstream; gateway: Gateway; openai: OpenAI };

/**
 * A gateway for all tests of a file or of a `describe`, every provider behind it served by one mock, and a client of
 * OpenAI's that asks it.
 * @param options.environment beside the providers' keys and addresses.
 * @returns an object that is filled once the tests begin.
 */
export function serveGateway(
  options: { environment?: Record<string, string>; queues?: TaskQueue[] } = {},
): Served {
  const { environment, ...rest } = options;
  const served = {} as Served;
  beforeAll(async () => {
    served.upstream = await startUpstream();
    served.gateway = await startGateway({
      environment: { ...providersAt(served.upstream.url), ...environment },
      ...rest,
    });
    const baseURL = `${served.gateway.url}/v1`;
    served.openai = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  });
  afterAll(async () => {
    await served.gateway?.stop();
    await served.upstream?.close();
  });
  return served;
}
