import { allRunsChannel, runChannel } from '../contracts/runs/events.ts';
import type { RunNotice } from '../contracts/runs/events.ts';
import type { Bus } from './bus.ts';

/** What concerns only those who watch the run itself. */
const isOfOneRun = {
  'step-written': true,
  'plan-written': true,
  'run-written': false,
  'approval-written': false,
} satisfies Record<RunNotice['type'], boolean>;

/** A function that publishes notices where those listen who watch a run, and those who watch all of them. */
export function tellRuns(bus: Pick<Bus, 'publish'>): (notice: RunNotice) => void {
  return (notice) => {
    bus.publish(runChannel(notice.runId), notice);
    if (isOfOneRun[notice.type]) return;
    bus.publish(allRunsChannel, notice);
  };
}
