import type { OverviewView } from '../../../../../contracts/api/index.ts';
import type { RunSearch } from '../../runs/run-filter.ts';

/** What runs and costs are added up by. */
export type OverviewPart = Exclude<keyof OverviewView, 'from' | 'to' | 'totals'>;

const dayMs = 86_400_000;

/**
 * Which runs a row counts, as the list of runs is asked for them.
 * @param key of the row; null where it has none.
 * @param asked.from the first day of the period
 */
export function runsBehind(
  part: OverviewPart,
  key: string | null,
  asked: { from: string; status?: RunSearch['status'] },
): RunSearch | undefined {
  if (key === null) return undefined;
  if (part === 'day') {
    return {
      ...asked,
      from: key,
      to: new Date(Date.parse(key) + dayMs).toISOString().slice(0, 10),
    };
  }
  const names = { pipeline: 'pipeline', agent: 'calledBy', model: 'model' } as const;
  return { ...asked, [names[part]]: key };
}
