import { ToolError } from '../../../tool-kit/tool.ts';
import type { Market } from '../market.ts';

/**
 * The canonical symbol of an instrument, such as `NASDAQ:AAPL` for `AAPL`, so that it has only one in records. An
 * unknown or ambiguous symbol is returned unchanged.
 * @throws {ToolError} retryable, if it cannot be looked up now.
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
