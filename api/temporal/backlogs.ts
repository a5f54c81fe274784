import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { Ask } from './calls.ts';
import type { TemporalClient } from './client.ts';

/** Temporal's numbers for what is on a queue. */
const types = { workflow: 1, activity: 2 } as const;

/** Tasks that no worker has taken yet, of all builds, and how long the oldest has waited. */
export type Backlog = {
  queue: string;
  type: keyof typeof types;
  tasks: number;
  ageSeconds: number;
};

const places: Pick<Backlog, 'queue' | 'type'>[] = [
  { queue: taskQueues.workflows, type: 'workflow' },
  ...Object.values(taskQueues).map((queue) => ({ queue, type: 'activity' as const })),
];

/** What waits for workers. */
export function readBacklogs(
  { workflowService, options }: Pick<TemporalClient, 'workflowService' | 'options'>,
  ask: Ask,
): Promise<Backlog[]> {
  return Promise.all(
    places.map(async ({ queue, type }) => {
      const { stats } = await ask(() =>
        workflowService.describeTaskQueue({
          namespace: options.namespace,
          taskQueue: { name: queue },
          taskQueueType: types[type],
          reportStats: true,
        }),
      );
      const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
      return {
        queue,
        type,
        tasks: Number(stats?.approximateBacklogCount ?? 0),
        ageSeconds: Number(seconds ?? 0) + (nanos ?? 0) / 1e9,
      };
    }),
  );
}
