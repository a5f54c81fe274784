import type { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { taskQueues } from '../contracts/temporal/task-queues.ts';

/**
 * What this build takes part in: open runs, agents and child pipelines that no other build has to itself. Those that have
 * just begun have no history to break.
 */
const query =
  `ExecutionStatus = "Running" AND TaskQueue = "${taskQueues.workflows}"` +
  ' AND TemporalWorkerDeploymentVersion IS NULL';

export type ReplayOutcome = {
  replayed: number;
  /** Whether there are more, which were left out. */
  hasMore: boolean;
  /** Those that would wait until a build comes that can go on with them. */
  broken: { workflowId: string; problem: string }[];
};

/**
 * Replays the histories of open workflows against these workflows, newest first. It changes nothing.
 * @param options.most where there are more, the others are left out.
 */
export async function replayOpenRuns(options: {
  client: Client;
  dataConverter: DataConverter;
  workflowBundle: { code: string };
  most: number;
}): Promise<ReplayOutcome> {
  const { client, dataConverter, workflowBundle, most } = options;
  const outcome: ReplayOutcome = { replayed: 0, hasMore: false, broken: [] };
  const all = client.workflow.list({ query }).intoHistories({ concurrency: 2 });
  const histories = take(all, most, () => {
    outcome.hasMore = true;
  });
  const replays = Worker.runReplayHistories({ workflowBundle, dataConverter }, histories);
  for await (const { workflowId, error } of replays) {
    outcome.replayed += 1;
    if (error) outcome.broken.push({ workflowId, problem: error.message });
  }
  return outcome;
}

async function* take<Item>(
  items: AsyncIterable<Item>,
  most: number,
  onMore: () => void,
): AsyncGenerator<Item> {
  let taken = 0;
  for await (const item of items) {
    if (taken >= most) return onMore();
    taken += 1;
    yield item;
  }
}
