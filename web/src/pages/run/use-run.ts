import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ApprovalView, RunView, StepView } from '../../../../contracts/api/index.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { queries } from '../../api/queries.ts';
import { useRunStream } from '../../api/streams/run-stream.ts';
import { mergeSteps } from './merge-steps.ts';

/** How often a run that goes on is looked at while its stream does not come. */
const everyMs = 1_000;

/** All that the page of a run shows, kept up to date while the run goes on. */
export type RunData = {
  run: RunView;
  /** In the order in which they began. */
  steps: StepView[];
  /** What waits for a person. */
  pending: ApprovalView[];
  /** Every approval of the run, newest first. */
  approvals: ApprovalView[];
  hasEnded: boolean;
  /** True from the request to stop until the run has. */
  isStopping: boolean;
};

/**
 * Reads a run; the one place that knows how its page learns of changes. While the run goes on, its stream tells of
 * them, and where that does not come, the records are looked at; once it is over, the records count.
 */
export function useRun(runId: string): { data: RunData | undefined; error: Error | null } {
  const stream = useRunStream(runId);
  const { lostAt, snapshots } = stream;
  const isToldOver = stream.run !== undefined && hasEnded(stream.run.status);
  const isTold = stream.isLive && stream.run !== undefined;

  const read = useQuery({
    ...queries.run(runId),
    refetchInterval: ({ state: { data } }) =>
      isTold || (data && hasEnded(data.status)) ? false : everyMs,
  });
  const isReadOver = read.data !== undefined && hasEnded(read.data.status);
  const isOver = isReadOver || isToldOver;
  const refetchInterval = isTold || isOver ? false : everyMs;
  // What is on its way from before a cut counts less than what was read since.
  const isReadNewer = isReadOver || (!isTold && read.dataUpdatedAt > lostAt);
  const run = isReadNewer ? read.data : (stream.run ?? read.data);

  const steps = useQuery({
    ...queries.steps(runId, { isOver }),
    refetchInterval,
    // Until all of them are read for the last time, those that were read stay.
    placeholderData: (before: StepView[] | undefined) => before,
  });
  const told = !isTold && steps.dataUpdatedAt > lostAt ? undefined : stream.steps;
  const merged = useMemo(() => mergeSteps(steps.data ?? [], told ?? []), [steps.data, told]);
  const approvals = useQuery({ ...queries.approvals({ runId }), refetchInterval });

  const lacking = merged.cut.join();
  const [readRun, readSteps, readApprovals] = [read.refetch, steps.refetch, approvals.refetch];
  useEffect(() => {
    if (isOver) void Promise.all([readRun(), readApprovals()]);
  }, [isOver, readRun, readApprovals]);
  useEffect(() => {
    if (lacking || snapshots > 1) void readSteps();
  }, [lacking, snapshots, readSteps]);

  if (!run) return { data: undefined, error: read.error };
  const items = (isTold && !isOver ? stream.approvals : approvals.data?.items) ?? [];
  const isStopping = !isOver && run.cancel !== null;
  return {
    error: read.error,
    data: {
      run,
      steps: merged.steps,
      approvals: items,
      pending: isOver || isStopping ? [] : items.filter(({ status }) => status === 'pending'),
      hasEnded: isOver,
      isStopping,
    },
  };
}
