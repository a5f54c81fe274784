import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { NativeConnection } from '@temporalio/worker';
import { dataConverter } from './data-converter.ts';
import type { Activities } from '../../contracts/activities/index.ts';
import { taskQueues, type TaskQueue } from '../../contracts/temporal/task-queues.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import type { Bench } from '../measurement.ts';

const alreadyExists = 6;
const activityType = 2;
const readyMs = 20_000;

/**
 * A namespace of a server, made when it is not there, with Baton's workers for these activities and
 * workflows. It gives a client of it.
 */
export async function serveNamespace(
  cleanup: Bench['cleanup'],
  options: {
    address: string;
    namespace: string;
    activities: Activities;
    /** Those whose activities there are. */
    queues: readonly TaskQueue[];
    workflowBundle: Promise<{ code: string }>;
  },
): Promise<Client> {
  const { address, ...worked } = options;
  const { namespace } = worked;
  const connection = await Connection.connect({ address });
  cleanup.add(() => connection.close());
  const client = new Client({ connection, namespace, dataConverter });
  await register(client);

  const native = await NativeConnection.connect({ address });
  cleanup.add(() => native.close());
  const workers = await startWorkers({ connection: native, dataConverter, ...worked });
  cleanup.add(() => workers.stop());
  await untilPolled(client);
  return client;
}

async function register({ workflowService, options: { namespace } }: Client): Promise<void> {
  const workflowExecutionRetentionPeriod = msToTs('1d');
  try {
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  } catch (error) {
    if ((error as { code?: number }).code !== alreadyExists) throw error;
  }
}

/** Known to one part of the server, a new namespace takes a moment to be known to all. */
async function untilPolled({ workflowService, options: { namespace } }: Client): Promise<void> {
  const deadline = Date.now() + readyMs;
  for (;;) {
    try {
      const { pollers } = await workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: taskQueues.tools },
        taskQueueType: activityType,
      });
      if (pollers.length > 0) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`No worker serves ${namespace}.`);
    await delay(100);
  }
}
