import { createModelRouter } from '../../../../activities/models/ask/create-router.ts';
import { readDeployments } from '../../../../activities/models/deployments/read-deployments.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';
import { startMockServer } from '../mock-server.ts';
import type { Received, Reply } from '../mock-server.ts';
import { wireNamed } from '../providers/wires/index.ts';

export const model = 'groq:llama';
export const keys = { KEY_A: 'sk-secret-of-a-0123', KEY_B: 'sk-secret-of-b-0123' };

const wire = wireNamed('compatible');
export const answering = (text: string): Reply => ({ body: wire.answer({ text }) });
export const failing = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: wire.error('some_error', 'It went wrong'),
});

type Replies = Reply | ((request: Received) => Reply);

/** A router over one model at two servers, each with a key of its own. */
export async function twoDeployments(
  replies: { a: Replies; b: Replies },
  changes: {
    a?: object;
    b?: object;
    routingStrategy?: 'weighted' | 'least-busy';
    options?: Parameters<typeof createModelRouter>[1];
  } = {},
) {
  const [a, b] = [await startMockServer(replies.a), await startMockServer(replies.b)];
  const deployments = [
    { name: 'a', model, apiKeyEnv: 'KEY_A', baseUrl: `${a.url}/v1`, ...changes.a },
    { name: 'b', model, apiKeyEnv: 'KEY_B', baseUrl: `${b.url}/v1`, ...changes.b },
  ];
  const { routingStrategy = 'weighted' } = changes;
  const read = await readDeployments(JSON.stringify({ deployments, routingStrategy }), keys);
  const env = modelEnvironment.parse({ BATON_MODELS: `${model},demo:trend` });
  const router = await createModelRouter(env, {
    backoffMs: 1,
    deployments: read,
    ...changes.options,
  });
  return { router, a, b, counts: () => [a.received.length, b.received.length] };
}
