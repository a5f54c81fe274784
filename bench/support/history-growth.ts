import type { Client } from '@temporalio/client';

/** The size of a history when a turn of its agent began, earlier runs of the chain included. */
export type Growth = { turn: number; bytes: number; events: number };

/**
 * How the history of an agent grew, as the server counted it at each workflow task, over the whole
 * chain of runs. The last entry is the end.
 * @param options.firstRunId the run that the chain began with.
 */
export async function historyGrowth(
  client: Client,
  options: { workflowId: string; firstRunId: string },
): Promise<{ growth: Growth[]; runs: number }> {
  const growth: Growth[] = [];
  const before = { bytes: 0, events: 0 };
  let runs = 0;
  let turn = 0;
  let runId: string | undefined = options.firstRunId;
  while (runId) {
    const handle = client.workflow.getHandle(options.workflowId, runId);
    const { events } = await handle.fetchHistory();
    let taskBytes = 0;
    let next: string | undefined;
    for (const [index, event] of (events ?? []).entries()) {
      const started = event.workflowTaskStartedEventAttributes;
      if (started?.historySizeBytes) taskBytes = Number(started.historySizeBytes);
      if (event.activityTaskScheduledEventAttributes?.activityType?.name === 'callModel') {
        turn += 1;
        growth.push({ turn, bytes: before.bytes + taskBytes, events: before.events + index });
      }
      next = event.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? next;
    }
    const { historySize, historyLength } = await handle.describe();
    before.bytes += historySize ?? 0;
    before.events += historyLength;
    runs += 1;
    runId = next;
  }
  growth.push({ turn: turn + 1, ...before });
  return { growth, runs };
}
