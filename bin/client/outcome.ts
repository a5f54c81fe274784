import type { RunView } from '../../contracts/api/index.ts';
import { exitCodes } from './errors.ts';

/** The exit code that a run's end means. */
export function exitCodeOf({ status, nodes }: Pick<RunView, 'status' | 'nodes'>): number {
  if (status === 'cancelled') return exitCodes.cancelled;
  if (status !== 'completed') return exitCodes.failed;
  const isRejected = nodes.some(({ kind, port }) => kind === 'approval' && port === 'rejected');
  return isRejected ? exitCodes.cancelled : exitCodes.completed;
}
