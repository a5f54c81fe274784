import type { Client } from '@temporalio/client';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';

let started = 0;

/**
 * Runs one workflow to its end, with the options that the API starts runs with.
 * @param start.input what the workflow takes, but for the `runId`, which is the workflow's id.
 * @returns milliseconds from the request to start it until the result is here.
 */
export async function timeRun(
  client: Client,
  start: { workflow: string; input: object },
): Promise<number> {
  started += 1;
  const runId = `run-${started}`;
  const begin = performance.now();
  await client.workflow.execute(start.workflow, {
    workflowId: runId,
    taskQueue: taskQueues.workflows,
    workflowTaskTimeout: '5s',
    staticSummary: start.workflow,
    args: [{ ...start.input, runId }],
  });
  return performance.now() - begin;
}

/** Runs a workflow `count` times at once; gives the milliseconds until the last has ended. */
export async function timeRuns(
  client: Client,
  count: number,
  start: Parameters<typeof timeRun>[1],
): Promise<number> {
  const begin = performance.now();
  await Promise.all(Array.from({ length: count }, () => timeRun(client, start)));
  return performance.now() - begin;
}
