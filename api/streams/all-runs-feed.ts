import { allRunsChannel } from '../../contracts/runs/events.ts';
import type { RunNotice } from '../../contracts/runs/events.ts';
import { closeCodes } from '../../contracts/runs/run-events.ts';
import type { AllRunsChange } from '../../contracts/runs/run-events.ts';
import { viewApproval } from '../approvals/view-approval.ts';
import { summarizeRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';
import { createFeed } from './feed.ts';
import type { Outlet } from './outlet.ts';
import { newEpoch } from './position.ts';
import type { Position } from './position.ts';

/** How often it is tried to hear the bus where that did not answer. */
const tryAgainMs = 1_000;

/**
 * The stream of what happens among all runs, from the first reader on. Each process numbers its own, and it has no
 * picture: a snapshot only says that lists are to be read again.
 */
export function createAllRunsFeed(services: Services, onError: (error: unknown) => void) {
  const { bus, runs, approvals, links } = services;
  const feed = createFeed<AllRunsChange, undefined>({
    picture: undefined,
    apply: () => undefined,
    epoch: newEpoch(),
  });
  let stop: (() => void) | undefined;
  let trying: NodeJS.Timeout | undefined;
  let isOpen = false;
  let isClosed = false;
  let isBehind = false;
  // Read one after the other, so that what is told last is what is true.
  let work = Promise.resolve();

  async function tell(notice: RunNotice): Promise<void> {
    if (notice.type === 'approval-written') {
      const row = await approvals.get(notice.approvalId);
      if (row) feed.append({ type: 'approval', approval: viewApproval(row) });
    } else {
      const row = await runs.get(notice.runId);
      if (row) feed.append({ type: 'run', run: summarizeRun(row, links) });
    }
  }

  async function listen(): Promise<void> {
    if (isClosed) return;
    try {
      stop = await bus.subscribe<RunNotice>(allRunsChannel, (notice) => {
        if (feed.readers > 0) work = work.then(() => tell(notice)).catch(onError);
        else isBehind = true;
      });
      if (isClosed) stop();
      // What was told before is not known.
      else begin();
    } catch (error) {
      onError(error);
      trying = setTimeout(() => void listen(), tryAgainMs);
    }
  }

  function begin(): void {
    isBehind = false;
    feed.restart({ epoch: newEpoch(), sequence: 0 }, undefined);
  }

  return {
    join(outlet: Outlet, after: Position | undefined): void {
      if (!isOpen) void listen();
      isOpen = true;
      if (isBehind) begin();
      outlet.onEnd(feed.join(outlet, after));
    },
    close(): void {
      isClosed = true;
      stop?.();
      clearTimeout(trying);
      feed.close(closeCodes.goingAway, 'The server is stopping. Reconnect');
    },
  };
}
