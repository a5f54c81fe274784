import type { OverviewSum } from '../../../../../contracts/api/index.ts';
import { percentOf } from '../../../components/values/figures.ts';

/** Of the runs that ended by themselves, how many did not complete: `12 %`. */
export function shareOf({
  completed,
  failed,
  timedOut,
}: Pick<OverviewSum, 'completed' | 'failed' | 'timedOut'>): string {
  const ended = completed + failed + timedOut;
  return percentOf(ended === 0 ? 0 : (100 * (failed + timedOut)) / ended);
}
