import type { CompiledPipeline } from '../../../contracts/pipelines/pipeline.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { withoutVersion } from '../../../contracts/tools/tools.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { InstrumentKind } from './instrument.ts';
import type { Market } from './market.ts';

type Asked = { compiled: Pick<CompiledPipeline, 'agents'>; input: JsonObject };

/** Agents with one of these tools depend on prices. */
const priceTools = new Set(['get_price', 'get_ohlcv', 'get_indicators']);

/** Maximum age of the newest price, in milliseconds; for stocks and indices, the longest run of holidays. */
const dayMs = 24 * 60 * 60_000;
const oldestMs = {
  crypto: dayMs / 24,
  equity: 5 * dayMs,
  index: 5 * dayMs,
} as const satisfies Record<InstrumentKind, number>;

/** How long to wait for the market before the run starts anyway. */
const patienceMs = 6_000;

/**
 * Ends a run on a symbol before any agent calls a model, if the symbol does not exist (with similar ones), has no
 * price, or its newest price is too old.
 * @returns a function that gives the result of such a run; undefined if the run should start.
 */
export function endsWithoutData(
  market: Pick<Market, 'instrument' | 'quote'>,
): (run: Asked) => Promise<Json | undefined> {
  return async ({ compiled, input }) => {
    const tools = Object.values(compiled.agents).flatMap((agent) => agent.tools);
    const { symbol: given } = input;
    const symbol = typeof given === 'string' ? given.trim().toUpperCase() : '';
    if (symbol === '' || !tools.some((name) => priceTools.has(withoutVersion(name)))) {
      return undefined;
    }
    const found = await Promise.race([missingOf(market, symbol), patience()]);
    return found && { action: 'no_data', symbol, ...found };
  };
}

type Missing = { missing: string[]; reason: string };

async function missingOf(
  market: Pick<Market, 'instrument' | 'quote'>,
  symbol: string,
): Promise<Missing | undefined> {
  let wanted = `the instrument ${symbol}`;
  try {
    const { kind } = await market.instrument(symbol);
    wanted = `a price of ${symbol}`;
    const { asOf, now = asOf, source } = await market.quote(symbol);
    if (Date.parse(now) - Date.parse(asOf) <= oldestMs[kind]) return undefined;
    const missing = [`a price of ${symbol} after ${asOf}`];
    return { missing, reason: `The newest price of ${symbol} from ${source} is from ${asOf}.` };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { missing: [wanted], reason: error.message };
  }
}

function patience(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), patienceMs).unref();
  });
}
