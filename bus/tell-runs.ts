import { allRunsChannel, runChannel } from '../contracts/events.ts';
import type { RunNotice } from '../contracts/events.ts';
import type { Bus } from './bus.ts';

/** A function that publishes notices where those listen who watch a run, and those who watch all of them. */
export function tellRuns(bus: Pick<Bus, 'publish'>): (notice: RunNotice) => void {
  return (notice) => {
    bus.publish(runChannel(notice.runId), notice);
    if (notice.type !== 'step-written') bus.publish(allRunsChannel, notice);
  };
}
