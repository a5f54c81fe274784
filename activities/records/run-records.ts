import { Context } from '@temporalio/activity';
import type { FinishRunInput, RecordActivities } from '../../contracts/activities.ts';
import { isJsonObject } from '../../contracts/json.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Dependencies } from '../dependencies.ts';

/** Start and end of a run, and outputs that are too large for the history. */
export function createRunRecords({
  runs,
  steps,
  artifacts,
  budgets,
}: Dependencies): Pick<
  RecordActivities,
  'startRun' | 'finishRun' | 'finishChild' | 'cancelWorkflow' | 'storeArtifact'
> {
  /** What had been done when a run stopped: its steps, beside what its nodes gave. */
  async function withDone({ runId, partial }: FinishRunInput): Promise<JsonObject> {
    const done = (await steps.list(runId)).flatMap(({ nodePath, label, status, output }) => {
      const waiting = isJsonObject(output) ? output['waiting'] : undefined;
      if (status === 'completed') return [`${nodePath} · ${label}`];
      return waiting === undefined ? [] : [`${nodePath} · ${label} · begun: ${String(waiting)}`];
    });
    return { ...partial, done };
  }

  return {
    startRun: ({ runId }) => runs.start(runId),

    async finishRun(input) {
      const { runId, ...end } = input;
      const partial = end.status === 'completed' ? undefined : await withDone(input);
      await runs.finish(runId, { ...end, partial });
      await steps.endOpen(runId);
      await budgets.releaseRun(runId);
    },

    finishChild: (child) => runs.finishChild(child),

    async cancelWorkflow({ workflowId }) {
      await Context.current().client.workflow.getHandle(workflowId).cancel();
    },

    storeArtifact: ({ value, ...step }) => artifacts.store(step, value),
  };
}
