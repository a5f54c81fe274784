import { median } from '../support/statistics.ts';

/** What was sampled of one way to the provider. */
type Sample = {
  latenciesMs: number[];
  /** Of each round: its median latency less that of the provider itself. */
  addedMs: number[];
  /** Calls a second, of each round. */
  perSecond: number[];
};
export type Samples = Record<'direct' | 'baton' | 'inProcess' | 'portkey', Sample>;

const names: Record<keyof Samples, string> = {
  direct: 'the provider itself',
  baton: 'Baton',
  inProcess: 'Baton without Temporal',
  portkey: 'Portkey',
};

/** The lines of a Markdown table, with ratios of Baton to each of the others. */
export function gatewayTable(
  samples: Samples,
  { date, calls, concurrency }: { date: Date; calls: number; concurrency: number },
): string[] {
  const baton = figures(samples.baton, samples.direct);
  const rows = (Object.keys(names) as (keyof Samples)[]).map((name) => {
    const { p50, p95, addedP50, addedP95, perSecond } = figures(samples[name], samples.direct);
    const ratio = name === 'baton' ? '' : `${(baton.p50 / p50).toFixed(1)} ×`;
    const speed = name === 'baton' ? '' : `${(baton.perSecond / perSecond).toFixed(2)} ×`;
    const added = name === 'direct' ? ['', ''] : [ms(addedP50), ms(addedP95)];
    return [names[name], ms(p50), ms(p95), ...added, ratio, perSecond.toFixed(0), speed];
  });
  const heads = [
    date.toISOString().slice(0, 10),
    'p50',
    'p95',
    'added p50',
    'added p95',
    'Baton’s p50 to it',
    `calls/s (${calls} calls, ${concurrency} at once)`,
    'Baton’s calls/s to it',
  ];
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

function figures({ latenciesMs, perSecond }: Sample, direct: Sample) {
  const [p50, p95] = [percentile(latenciesMs, 0.5), percentile(latenciesMs, 0.95)];
  return {
    p50,
    p95,
    addedP50: p50 - percentile(direct.latenciesMs, 0.5),
    addedP95: p95 - percentile(direct.latenciesMs, 0.95),
    perSecond: median(perSecond),
  };
}

/** The smallest value that at least this share of the values does not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
