import type { HealthAlertView } from '../../../../../contracts/api/index.ts';
import type { TitleOf } from '../../../components/runs/use-pipeline-titles.ts';
import { dollars, percentOf } from '../../../components/values/figures.ts';
import { texts } from '../texts.ts';

const { alerts } = texts;

/** What an alert waits for: `Failure rate of X above 20 %`. */
export function conditionText(alert: HealthAlertView, titleOf: TitleOf): string {
  const { kind, percent, usd, pipeline } = alert;
  const whose = pipeline === null ? alerts.allPipelines : titleOf(pipeline);
  return kind === 'cost'
    ? alerts.costAbove(whose, dollars(usd ?? '0'))
    : alerts.rateAbove(whose, percentOf(percent ?? 0));
}

/** Over which runs or which time. */
export function windowText({ runs, hours }: HealthAlertView): string {
  return runs === null ? alerts.lastHours(hours ?? 0) : alerts.lastRuns(runs);
}

/** What it was when Baton last looked. */
export function valueText({ kind, value }: HealthAlertView): string {
  if (value === null) return alerts.tooFew;
  return kind === 'cost' ? dollars(value) : percentOf(value);
}
