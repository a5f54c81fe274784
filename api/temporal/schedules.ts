import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { CalendarSpec, ScheduleOptions } from '@temporalio/client';
import { durationMs } from '../../contracts/base/duration.ts';
import type { ScheduleTrigger } from '../../contracts/pipelines/triggers/index.ts';
import { scheduleIdOf, triggerOfSchedule } from '../../contracts/temporal/schedules.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { Ask } from './calls.ts';
import type { TemporalClient } from './client.ts';

/** A schedule as Temporal is to have it. */
export type WantedSchedule = {
  /** The id of the trigger. */
  id: string;
  definition: ScheduleTrigger;
  isPaused: boolean;
};

/** What Temporal knows of a schedule. */
export type ScheduleState = {
  /** The next times, soonest first; none while it is paused. */
  next: Date[];
  /** How often it was away for longer than a missed time is caught up with. */
  missed: number;
};

/** The largest page that Temporal gives. */
const pageSize = 1_000;
const listMs = 30_000;

/** The schedules of triggers. */
export function temporalSchedules(client: Pick<TemporalClient, 'schedule'>, ask: Ask) {
  const { schedule } = client;

  return {
    /** Makes a schedule as it is wanted, or changes it to that. */
    async putSchedule(wanted: WantedSchedule): Promise<void> {
      const options = optionsOf(wanted);
      try {
        await ask(() => schedule.create(options));
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        const { spec, action, policies = {}, state = {} } = options;
        const handle = schedule.getHandle(options.scheduleId);
        await ask(() => handle.update(() => ({ spec, action, policies, state })));
      }
    },

    /** Removes a schedule; one that is not there is left. */
    async removeSchedule(id: string): Promise<void> {
      try {
        await ask(() => schedule.getHandle(scheduleIdOf(id)).delete());
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      }
    },

    /** Undefined where Temporal does not have it. */
    async scheduleState(id: string): Promise<ScheduleState | undefined> {
      try {
        const { info, state } = await ask(() => schedule.getHandle(scheduleIdOf(id)).describe());
        const { nextActionTimes, numActionsMissedCatchupWindow: missed } = info;
        return { next: state.paused ? [] : nextActionTimes.slice(0, 5), missed };
      } catch (error) {
        if (error instanceof ScheduleNotFoundError) return undefined;
        throw error;
      }
    },

    /** The triggers that have a schedule in Temporal. */
    async scheduledTriggers(): Promise<string[]> {
      return ask(async () => {
        const found: string[] = [];
        for await (const { scheduleId } of schedule.list({ pageSize })) {
          const trigger = triggerOfSchedule(scheduleId);
          if (trigger !== undefined) found.push(trigger);
        }
        return found;
      }, listMs);
    },
  };
}

function optionsOf({ id, definition, isPaused }: WantedSchedule): ScheduleOptions {
  const { cron, timeZone, except = [], jitter, catchUp } = definition;
  return {
    scheduleId: scheduleIdOf(id),
    spec: {
      cronExpressions: [cron].flat(),
      timezone: timeZone,
      skip: except.map(skippedDay),
      ...(jitter !== undefined && { jitter: durationMs(jitter) }),
    },
    action: {
      type: 'startWorkflow',
      workflowType: 'fireTrigger',
      // Temporal adds the time, so that one time fires once.
      workflowId: scheduleIdOf(id),
      taskQueue: taskQueues.workflows,
      args: [{ trigger: id }],
      workflowTaskTimeout: '5s',
    },
    policies: {
      // What is started notes the firing alone. Whether a run may begin beside another is decided where runs begin.
      overlap: ScheduleOverlapPolicy.ALLOW_ALL,
      catchupWindow: durationMs(catchUp),
    },
    state: { paused: isPaused, note: isPaused ? 'Paused in Baton' : '' },
  };
}

/** All of a day: `2026-12-24`, or `12-25` of every year. */
function skippedDay(text: string): CalendarSpec {
  const [day = '', month = '', year] = text.split('-').toReversed();
  return {
    second: '*',
    minute: '*',
    hour: '*',
    dayOfMonth: Number(day),
    month: monthNames[Number(month) - 1]!,
    ...(year !== undefined && { year: Number(year) }),
  };
}

const monthNames = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;
