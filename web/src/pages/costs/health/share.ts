import type { OverviewSum } from '../../../../../contracts/api/index.ts';
import { locale } from '../../../components/values/locale.ts';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 });

/** Of the runs that ended by themselves, how many did not complete: `12%`. */
export function shareOf({
  completed,
  failed,
  timedOut,
}: Pick<OverviewSum, 'completed' | 'failed' | 'timedOut'>): string {
  const ended = completed + failed + timedOut;
  return percent.format(ended === 0 ? 0 : (failed + timedOut) / ended);
}
