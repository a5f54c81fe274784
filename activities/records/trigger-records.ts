import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { RecordActivities } from '../../contracts/activities/index.ts';
import { scheduleIdOf } from '../../contracts/temporal/schedules.ts';
import type { EventWaitRepository } from '../../db/repositories/triggers/event-waits.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { FiringRepository } from '../../db/repositories/triggers/firings.ts';
import type { TriggerRepository } from '../../db/repositories/triggers/triggers.ts';

/** Notes that triggers have fired, and that nodes wait for events. */
export function createTriggerRecords({
  triggers,
  firings,
  eventWaits,
  runs,
}: {
  triggers: Pick<TriggerRepository, 'get'>;
  firings: Pick<FiringRepository, 'record'>;
  eventWaits: Pick<EventWaitRepository, 'open' | 'end'>;
  runs: Pick<RunRepository, 'settleWaiting'>;
}): Pick<RecordActivities, 'recordScheduled' | 'openEventWait' | 'endEventWait'> {
  return {
    async openEventWait(wait) {
      const { workflowId = '' } = Context.current().info.workflowExecution ?? {};
      await eventWaits.open({ ...wait, workflowId });
      await runs.settleWaiting(wait.runId);
    },

    async endEventWait({ id, ...end }) {
      const ended = await eventWaits.end(id, end);
      if (ended.event || end.isOver) await runs.settleWaiting(id.slice(0, id.indexOf('/')));
      return ended;
    },

    async recordScheduled({ trigger, at, since }) {
      const { workflowId = '' } = Context.current().info.workflowExecution ?? {};
      if (!workflowId.startsWith(`${scheduleIdOf(trigger)}-`)) {
        throw ApplicationFailure.nonRetryable(
          `Baton did not start ${workflowId}. Fire triggers in the app, with npx baton or through the API.`,
          'NotStartedByBaton',
        );
      }
      // One that was removed or paused meanwhile had its last word: Temporal is told of that a moment later.
      const row = await triggers.get(trigger);
      if (row?.kind !== 'schedule' || row.pausedAt !== null) return;
      await firings.record({
        trigger,
        key: at,
        kind: 'schedule',
        at: new Date(at),
        event: {},
        createdAt: new Date(since),
      });
    },
  };
}
