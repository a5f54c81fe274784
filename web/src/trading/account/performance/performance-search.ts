/** What the account is compared with; left out, the symbol that was traded most. */
export type PerformanceSearch = { benchmark?: string };

/** The benchmark in the address; what is no symbol is left out. */
export function performanceSearchOf({ benchmark }: Record<string, unknown>): PerformanceSearch {
  const symbol = typeof benchmark === 'string' ? benchmark.trim().toUpperCase() : '';
  return symbol === '' ? {} : { benchmark: symbol };
}
