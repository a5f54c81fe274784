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
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const namespace = `test-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  const workers = await startWorkers({
    connection: native,
    namespace,
    dataConverter,
    activities,
    queues: Object.keys(taskQueues) as TaskQueue[],
    ...(modelSlots !== undefined && { modelSlots }),
    workflowBundle: workflowBundle(),
  });
  return {
    client: new Client({ connection, namespace, dataConverter }),
    async stop() {
      await workers.stop();
      await connection.close();
      await native.close();
    },
  };
}
