/** The benchmark. Default: the symbol that was traded most. */
export type PerformanceSearch = { benchmark?: string };

/** Reads the benchmark from the address; ignores an invalid symbol. */
export function performanceSearchOf({ benchmark }: Record<string, unknown>): PerformanceSearch {
  const symbol = typeof benchmark === 'string' ? benchmark.trim().toUpperCase() : '';
  return symbol === '' ? {} : { benchmark: symbol };
}
