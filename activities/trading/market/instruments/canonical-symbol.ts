import { ToolError } from '../../../tool-kit/tool.ts';
import type { Market } from '../market.ts';

/**
 * The one symbol of what a symbol stands for, as `NASDAQ:AAPL` is of `AAPL`, so that nothing is held or looked for under
 * two of them; a symbol that stands for nothing, or for several, stays as it is.
 * @throws {ToolError} retryable, where it cannot be looked up for now.
 */
export async function canonicalSymbol(
  market: Pick<Market, 'instrument'>,
  symbol: string,
): Promise<string> {
  try {
    return (await market.instrument(symbol)).id;
  } catch (error) {
    if (error instanceof ToolError && !error.retryable) return symbol;
    throw error;
  }
}
