import type { ToolSettings } from '../../../tool-kit/tool.ts';

/** What to configure before tools can use Financial Modeling Prep; undefined if nothing is missing. */
export function fmpMissing({
  FMP_API_KEY: key,
  BATON_MARKET_SOURCES: sources,
}: ToolSettings): string | undefined {
  if (key === undefined) {
    return 'set FMP_API_KEY, from https://site.financialmodelingprep.com (free: about 250 calls a day)';
  }
  const isAsked = !Array.isArray(sources) || sources.includes('fmp');
  return isAsked ? undefined : 'add fmp to BATON_MARKET_SOURCES';
}
