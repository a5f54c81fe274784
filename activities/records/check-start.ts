import { isDeepStrictEqual } from 'node:util';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { RecordActivities } from '../../contracts/activities/index.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { RunRepository, RunRow } from '../../db/repositories/runs/runs.ts';

/** Ends workflows that someone other than Baton started: Temporal asks nobody who they are. */
export function createStartCheck(runs: RunRepository): Pick<RecordActivities, 'checkStart'> {
  return {
    async checkStart(given) {
      const { workflowId = '' } = Context.current().info.workflowExecution ?? {};
      const { runId } = 'run' in given ? given.run : given;
      const row = await runs.get(runId);
      const isOurs =
        'run' in given
          ? workflowId === runId && row !== undefined && isAsStored(given.run, row)
          : isWithin(runId, workflowId) &&
            (given.parent === runId || isWithin(runId, given.parent ?? ''));
      if (row && isOurs && !hasEnded(row.status)) {
        if ('run' in given && given.run.kind === 'task' && given.at !== undefined) {
          await runs.noteStart(runId, new Date(given.at));
        }
        return;
      }
      throw ApplicationFailure.nonRetryable(
        `Baton did not start ${workflowId}. Start runs in the app, with npx baton or through the API.`,
        'NotStartedByBaton',
      );
    },
  };
}

/** Whether a run begins with what is on record, and with nothing beside. */
function isAsStored(run: RunPipelineInput, { id, kind, compiled, input, retry }: RunRow): boolean {
  const stored = { runId: id, kind, path: '', compiled, input, depth: 0, ...(retry && { retry }) };
  return isDeepStrictEqual({ kind: 'run', ...run }, stored);
}

function isWithin(runId: string, workflowId: string): boolean {
  return workflowId.startsWith(`${runId}/`);
}
