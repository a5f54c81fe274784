import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { dataConverter } from '../../support/keys.ts';
import type { Activities } from '../../../contracts/activities/index.ts';
import { taskQueues } from '../../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../../contracts/temporal/task-queues.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import { temporalServer, workflowBundle } from '../../support/temporal.ts';

/**
 * Workers in a namespace of their own, and a client of it.
 * @param settings.address of another server than the one that all tests share.
 */
export async function startOwnWorkers(
  activities: Activities,
  { modelSlots, address = temporalServer() }: { modelSlots?: number; address?: string } = {},
) {
  const namespace = `test-${randomUUID()}`;
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  const workers = await startWorkersIn(namespace, activities, {
    address,
    ...(modelSlots !== undefined && { modelSlots }),
  });
  return {
    client: new Client({ connection, namespace, dataConverter }),
    async stop() {
      await workers.stop();
      await connection.close();
    },
  };
}

/**
 * Workers in a namespace that is there.
 * @param settings.bundle of other workflows than Baton's own.
 */
export async function startWorkersIn(
  namespace: string,
  activities: Activities,
  settings: {
    address?: string;
    modelSlots?: number;
    buildId?: string;
    bundle?: Promise<{ code: string }>;
  } = {},
) {
  const { address = temporalServer(), bundle = workflowBundle(), ...options } = settings;
  const native = await NativeConnection.connect({ address });
  const workers = await startWorkers({
    ...options,
    connection: native,
    namespace,
    dataConverter,
    activities,
    queues: Object.keys(taskQueues) as TaskQueue[],
    workflowBundle: bundle,
  });
  return {
    async stop() {
      await workers.stop();
      await native.close();
    },
  };
}
