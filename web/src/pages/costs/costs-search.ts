/** The days of a period, today included. */
const periods = { today: 1, week: 7, month: 30, quarter: 90 } as const;
export type Period = keyof typeof periods;

/** What one looks at runs and costs by, in the order of the tabs. */
export const groupings = ['pipeline', 'agent', 'model', 'day', 'user', 'key', 'run'] as const;

export type CostsSearch = { by: (typeof groupings)[number]; period: Period };

/** What the address asks for; what it does not say is by pipeline, over 30 days. */
export function costsSearchOf({ by, period }: Record<string, unknown>): CostsSearch {
  return {
    by: groupings.find((one) => one === by) ?? 'pipeline',
    period: Object.hasOwn(periods, String(period)) ? (period as Period) : 'month',
  };
}

const dayMs = 86_400_000;

/** The days of a period as `2026-11-21` (UTC), the first one first. */
export function daysOf(period: Period, now = Date.now()): string[] {
  const days = periods[period];
  return Array.from({ length: days }, (_, index) =>
    new Date(now - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
