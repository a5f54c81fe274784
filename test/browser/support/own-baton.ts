import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { dataConverter } from '../../support/keys.ts';
import { withHeartbeat } from '../../../activities/base/heartbeat.ts';
import { buildApp } from '../../../api/app.ts';
import { findFreePort } from '../../../bin/start/ports.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import type { RunToolInput } from '../../../contracts/activities/index.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import type { TaskQueue } from '../../../contracts/temporal/task-queues.ts';
import { taskQueues } from '../../../contracts/temporal/task-queues.ts';
import { activityEnvironment } from '../../../workers/env.ts';
import { openActivities } from '../../../workers/compose/open-activities.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import { temporalAddress } from './browser.ts';
import { openInMemory } from '../../support/databases.ts';
import { workflowBundle } from '../../support/temporal.ts';
import { testKeyring } from '../../support/keyring.ts';

const host = '127.0.0.1';
const key = 'the-key-of-the-browser-tests';

// Once a process: workers tell only of errors.
Runtime.install({ logger: new DefaultLogger('ERROR') });

/**
 * A Baton in the process of the tests: real API, web app, workers and records, in a namespace of its own. Its API can
 * go away and come back, and each tool run waits for `beforeTool`.
 * @param given settings of models, prices and tools, in place of this machine's. @default the demo model
 */
export async function startOwnBaton(given: Record<string, string> = {}) {
  const address = temporalAddress();
  const environment = { BATON_MODELS: 'demo:trend', ...given };
  const [connection, native] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ]);
  const namespace = `browser-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  const database = await openInMemory();
  const bus = createMemoryBus();
  const opened = await openActivities({
    environment: readEnvironment(activityEnvironment, environment),
    db: database.db,
    bus,
    keyring: testKeyring,
    log: () => undefined,
  });
  const { activities } = opened;
  const workers = await startWorkers({
    connection: native,
    namespace,
    dataConverter,
    activities: {
      ...activities,
      async runTool(input) {
        await withHeartbeat(() => baton.beforeTool(input));
        return activities.runTool(input);
      },
    },
    queues: Object.keys(taskQueues) as TaskQueue[],
    workflowBundle: workflowBundle(),
  });
  const port = await findFreePort();

  async function openApi() {
    const temporal = new Client({ connection, namespace, dataConverter });
    const app = await buildApp({
      database,
      bus,
      keyring: testKeyring,
      temporal,
      apiKey: key,
      host,
      port,
      logger: false,
    });
    await app.listen({ host, port });
    return app;
  }
  let app: Awaited<ReturnType<typeof openApi>> | undefined = await openApi();

  const baton = {
    url: `http://${host}:${port}`,
    key,
    db: database.db,
    beforeTool: async (_input: RunToolInput): Promise<void> => undefined,
    async goAway() {
      await app?.close();
      app = undefined;
    },
    /** Has its API answer again, where it went away. */
    async comeBack() {
      app ??= await openApi();
    },
    async stop() {
      await app?.close();
      await workers.stop();
      await opened.stop();
      await database.close();
      await bus.close();
      await connection.close();
      await native.close();
    },
  };
  return baton;
}

export type OwnBaton = Awaited<ReturnType<typeof startOwnBaton>>;
