import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../contracts/temporal/task-queues.ts';
import type { Ask } from './calls.ts';
import type { TemporalClient } from './client.ts';

/** A poll lasts about a minute, so a queue polled within this time has a worker. */
const pollMs = 80_000;
/** Temporal's number for what is on the queue: workflows or activities. */
const queueTypes = {
  workflows: 1,
  models: 2,
  tools: 2,
  notifications: 2,
  memory: 2,
} satisfies Record<TaskQueue, number>;

/** A process that asked for work of a queue lately; its build, where it has one. */
export type Poller = { queue: TaskQueue; identity: string; build: string | undefined };

/** Who has asked for work lately. */
export async function servedQueues(
  { workflowService, options }: Pick<TemporalClient, 'workflowService' | 'options'>,
  ask: Ask,
): Promise<Poller[]> {
  const queues = Object.keys(taskQueues) as TaskQueue[];
  const ofQueues = await Promise.all(
    queues.map(async (queue) => {
      const { pollers } = await ask(() =>
        workflowService.describeTaskQueue({
          namespace: options.namespace,
          taskQueue: { name: taskQueues[queue] },
          taskQueueType: queueTypes[queue],
        }),
      );
      const oldest = Date.now() - pollMs;
      return pollers
        .filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 >= oldest)
        .map(({ identity, deploymentOptions }) => ({
          queue,
          identity: identity ?? '',
          build: deploymentOptions?.buildId || undefined,
        }));
    }),
  );
  return ofQueues.flat();
}
