import { setTimeout as delay } from 'node:timers/promises';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { FiringView, RunSummary } from '../../contracts/api/index.ts';
import type { RunningBaton } from '../agents/start-baton.ts';
import { median, quantile } from '../support/statistics.ts';

export const minuteMs = 60_000;
/** What has not fired by then counts as missing. */
export const longestLateMs = 5 * minuteMs;
/** Nothing is asked of Baton before: answers would take the processor from what is measured. */
export const quietMs = 20_000;

export const within = (samples: readonly number[]) => samples.filter((ms) => ms < 1_000).length;

export function times(samples: readonly number[]): string {
  if (samples.length === 0) return 'never';
  const [half, most] = [median(samples), quantile(samples, 0.99)];
  return `p50 ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms, longest ${Math.max(...samples).toFixed(0)} ms`;
}

/** How late Temporal starts a workflow for each of so many schedules that are due in one second, where nobody does anything else. */
export async function latenessAlone(
  { schedule, workflow }: Client,
  number: number,
): Promise<number[]> {
  const moment = new Date(Math.ceil((Date.now() + minuteMs / 2) / minuteMs) * minuteMs);
  const workflowType = 'nobodyRunsThis';
  for (let index = 0; index < number; index += 1) {
    await schedule.create({
      scheduleId: `alone-${index}`,
      spec: { cronExpressions: [cronOf(moment)] },
      action: {
        type: 'startWorkflow',
        workflowType,
        workflowId: `alone-${index}`,
        taskQueue: 'nobody',
        args: [],
      },
      policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL },
    });
  }
  await delay(moment.getTime() + quietMs - Date.now());
  const started = await Array.fromAsync(
    workflow.list({ query: `WorkflowType = '${workflowType}'` }),
  );
  return started.map(({ startTime }) => startTime.getTime() - moment.getTime());
}

export const cronOf = (moment: Date) =>
  `${moment.getUTCMinutes()} ${moment.getUTCHours()} ${moment.getUTCDate()} * *`;

/** How late triggers fired, and their runs started; without those that did not within the longest time. */
export async function lateness(baton: RunningBaton, ids: readonly string[], moment: Date) {
  const firedMs: number[] = [];
  const startedMs: number[] = [];
  const until = moment.getTime() + longestLateMs;
  for (const id of ids) {
    const firing = await firingOf(baton, id, until);
    if (!firing) continue;
    firedMs.push(Date.parse(firing.createdAt) - moment.getTime());
    const run = (await baton.get(`/api/v1/runs/${firing.runId}`)) as RunSummary;
    startedMs.push(Date.parse(run.startedAt ?? run.createdAt) - moment.getTime());
  }
  return { firedMs, startedMs };
}

/** What started a run; undefined where nothing has until a time. */
async function firingOf(
  baton: RunningBaton,
  id: string,
  until: number,
): Promise<FiringView | undefined> {
  for (;;) {
    const { items } = (await baton.get(`/api/v1/triggers/${id}/firings`)) as {
      items: FiringView[];
    };
    const started = items.find(({ status }) => status === 'started');
    if (started || Date.now() >= until) return started;
    await delay(500);
  }
}
