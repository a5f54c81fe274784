import { leastRunsOfRate } from '../../../contracts/runs/health-alert.ts';
import type { healthAlerts } from '../../schema/index.ts';

type Alert = typeof healthAlerts.$inferSelect;

/**
 * What the user of an alert is told when it is crossed.
 * @param pipelineTitle of its pipeline; null where it has none.
 */
export function wordsOf(
  alert: Alert,
  pipelineTitle: string | null,
): { title: string; text: string } {
  const { kind, pipeline, lastRuns, lastHours } = alert;
  const whose = pipelineTitle ?? pipeline ?? 'all pipelines';
  const hours = lastHours === 1 ? 'hour' : `${lastHours} hours`;
  if (kind === 'cost') {
    return {
      title: `Cost of ${whose} is above ${dollars(alert.most)}`,
      text: `Models cost ${dollars(alert.value)} in the last ${hours}. The page Costs and health shows what did.`,
    };
  }
  const window = lastRuns === null ? `the runs of the last ${hours}` : lastRunsText(lastRuns);
  return {
    title: `Failure rate of ${whose} is above ${percent(alert.most)}`,
    text: `${percent(alert.value)} of ${window} failed or timed out.`,
  };
}

function lastRunsText(count: number): string {
  return count === 1 ? 'the last run' : `the last ${count} runs`;
}

/** How many of the last runs have to be there before their failures are a rate. */
export function leastOf(lastRuns: number | null): number {
  return Math.min(leastRunsOfRate, lastRuns ?? leastRunsOfRate);
}

function percent(value: string | null): string {
  return `${Math.round(Number(value) * 10) / 10} %`;
}

function dollars(value: string | null): string {
  const amount = Number(value);
  const digits = amount !== 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', ...digits }).format(
    amount,
  );
}
