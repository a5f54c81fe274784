import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { NativeConnection } from '@temporalio/worker';
import { vi } from 'vitest';
import { dataConverter } from '../../../support/keys.ts';
import { buildApp } from '../../../../api/app.ts';
import { createMemoryBus } from '../../../../bus/create-bus.ts';
import type { Bus } from '../../../../bus/bus.ts';
import { readEnvironment } from '../../../../contracts/base/read-environment.ts';
import { taskQueues } from '../../../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../../../contracts/temporal/task-queues.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { activityEnvironment } from '../../../../workers/env.ts';
import { openActivities } from '../../../../workers/compose/open-activities.ts';
import { startWorkers } from '../../../../workers/start-workers.ts';
import { quietWorkers, temporalServer, workflowBundle } from '../../../support/temporal.ts';
import { openInMemory, openTestDatabase } from '../../../support/databases.ts';
import { testKeyring } from '../../../support/keyring.ts';

export const apiKey = 'a-key-for-tests-only';
const activityType = 2;

/** Every provider, served by one server. */
export function providersAt(url: string): Record<string, string> {
  return {
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: url,
    GEMINI_API_KEY: 'k',
    GEMINI_BASE_URL: url,
    DEEPSEEK_API_KEY: 'k',
    DEEPSEEK_BASE_URL: `${url}/v1`,
    DASHSCOPE_API_KEY: 'k',
    DASHSCOPE_BASE_URL: `${url}/v1`,
    MOONSHOT_API_KEY: 'k',
    MOONSHOT_BASE_URL: `${url}/v1`,
    XAI_API_KEY: 'k',
    XAI_BASE_URL: `${url}/v1`,
    OLLAMA_HOST: url,
    BATON_DEPLOYMENTS: JSON.stringify({
      deployments: [{ name: 'mock', model: 'compatible:*', baseUrl: `${url}/v1` }],
    }),
  };
}

/** A namespace of the shared Temporal server, known to all of it, and connections to it. */
export async function openNamespace() {
  quietWorkers();
  const address = temporalServer();
  const namespace = `gateway-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const client = new Client({ connection, namespace, dataConverter });
  await client.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1d'),
  });
  return {
    address,
    namespace,
    client,
    native,
    /** Waits until a worker asks for the models' tasks. */
    served: () =>
      vi.waitFor(
        async () => {
          const { pollers } = await client.workflowService.describeTaskQueue({
            namespace,
            taskQueue: { name: taskQueues.models },
            taskQueueType: activityType,
          });
          if (pollers.length === 0) throw new Error('nobody polls');
        },
        { timeout: 20_000, interval: 50 },
      ),
    async close() {
      await native.close();
      await connection.close();
    },
  };
}

export type Namespace = Awaited<ReturnType<typeof openNamespace>>;

/** A worker that serves a namespace with all activities, over the providers that the variables name. */
export async function startWorker(
  { namespace, native, served }: Namespace,
  options: {
    database: OpenDatabase;
    bus: Bus;
    environment: Record<string, string>;
    queues?: TaskQueue[];
  },
) {
  const { database, bus, queues = ['models'] } = options;
  const environment = readEnvironment(activityEnvironment, options.environment);
  const opened = await openActivities({
    environment,
    db: database.db,
    bus,
    keyring: testKeyring,
    log: () => undefined,
  });
  const workers = await startWorkers({
    connection: native,
    namespace,
    dataConverter,
    activities: opened.activities,
    queues,
    ...(queues.includes('workflows') && {
      workflowBundle: workflowBundle(),
    }),
  });
  await served();
  return {
    async stop() {
      await workers.stop();
      await opened.stop();
    },
  };
}

/** The real API with a real worker, in this process, over a database of its own. */
export async function startGateway(options: {
  environment: Record<string, string>;
  queues?: TaskQueue[];
  /** What the API listens to; the worker's own bus when left out. */
  apiBus?: Bus;
}) {
  const { environment, queues, apiBus } = options;
  const namespace = await openNamespace();
  // PGlite comes with pgvector, where agents remember; the tests' PostgreSQL does not.
  const database = await (queues?.includes('memory') ? openInMemory() : openTestDatabase());
  const bus = createMemoryBus();
  const worker = await startWorker(namespace, {
    database,
    bus,
    environment,
    ...(queues && { queues }),
  });
  const app = await buildApp({
    database,
    bus: apiBus ?? bus,
    keyring: testKeyring,
    temporal: namespace.client,
    apiKey,
    host: '127.0.0.1',
    port: 0,
    logger: { level: 'error' },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    app,
    database,
    client: namespace.client,
    async request(method: string, path: string, body?: unknown, headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer: any = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, body: answer };
    },
    async stop() {
      await app.close();
      await worker.stop();
      await database.close();
      await namespace.close();
    },
  };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;
