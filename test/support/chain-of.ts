import type { Client } from '@temporalio/client';

/** The runs of a workflow that continued as new, newest first: how long the history of each is. */
export async function chainOf(
  client: Client,
  workflowId: string,
): Promise<{ events: number; bytes: number }[]> {
  const chain: { events: number; bytes: number }[] = [];
  let runId: string | undefined;
  do {
    const handle = client.workflow.getHandle(workflowId, runId);
    const { historyLength, historySize = 0 } = await handle.describe();
    chain.push({ events: historyLength, bytes: historySize });
    const { events } = await handle.fetchHistory();
    const [started] = events ?? [];
    runId = started?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  } while (runId);
  return chain;
}
