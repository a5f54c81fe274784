import { workflowInfo } from '@temporalio/workflow';
import { localRecords } from './proxies.ts';

/** What Temporal gives a workflow that a schedule starts: the time that the schedule was set for. */
const setFor = { name: 'TemporalScheduledStartTime', type: 'DATETIME' } as const;

/** What the schedule of a trigger starts, each time: notes that it fired. The API starts the run from the record. */
export async function fireTrigger({ trigger }: { trigger: string }): Promise<void> {
  const { typedSearchAttributes, startTime } = workflowInfo();
  const at = typedSearchAttributes.get(setFor) ?? startTime;
  const since = startTime.toISOString();
  await localRecords.recordScheduled({ trigger, at: at.toISOString(), since });
}
