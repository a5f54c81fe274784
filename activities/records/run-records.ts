import { Context } from '@temporalio/activity';
import type { FinishRunInput, RecordActivities } from '../../contracts/activities.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Dependencies } from '../dependencies.ts';

/** Start and end of a run, and outputs that are too large for the history. */
export function createRunRecords({
  runs,
  steps,
  artifacts,
}: Dependencies): Pick<
  RecordActivities,
  'startRun' | 'finishRun' | 'cancelWorkflow' | 'storeArtifact'
> {
  /** What had been done when a run stopped: the steps that completed, beside what its nodes gave. */
  async function withDone({ runId, partial }: FinishRunInput): Promise<JsonObject> {
    const done = (await steps.list(runId)).filter(({ status }) => status === 'completed');
    return { ...partial, done: done.map(({ nodePath, label }) => `${nodePath} · ${label}`) };
  }

  return {
    startRun: ({ runId }) => runs.start(runId),

    async finishRun(input) {
      const { runId, ...end } = input;
      const partial = end.status === 'completed' ? undefined : await withDone(input);
      await runs.finish(runId, { ...end, partial });
    },

    async cancelWorkflow({ workflowId }) {
      await Context.current().client.workflow.getHandle(workflowId).cancel();
    },

    storeArtifact: ({ value, ...step }) => artifacts.store(step, value),
  };
}
