import { ToolError } from '../../tool-kit/tool.ts';
import type { Market, MarketSource } from './market.ts';

/** One market of several sources: each symbol is answered by the first source that has it. */
export function createMarket(sources: readonly MarketSource[]): Market {
  function sourceOf(symbol: string): MarketSource {
    const source = sources.find((candidate) => candidate.has(symbol));
    if (source) return source;
    const offers = sources.map((candidate) => candidate.offers).join('; ');
    throw new ToolError(`Symbol "${symbol}" not found. Available: ${offers}.`, {
      retryable: false,
    });
  }

  return {
    instrument: async (symbol) => sourceOf(symbol).instrument(symbol),
    bars: async (request) => sourceOf(request.symbol).bars(request),
    range: async (request) => sourceOf(request.symbol).range(request),
    quote: async (symbol) => sourceOf(symbol).quote(symbol),
    snapshot: async (symbol) => sourceOf(symbol).snapshot(symbol),
    nextBar: async (symbol, time) => sourceOf(symbol).nextBar(symbol, time),
  };
}
