import type { CompiledPipeline } from '../../../contracts/pipelines/pipeline.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { withoutVersion } from '../../../contracts/tools/tools.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { InstrumentKind } from './instrument.ts';
import type { Market } from './market.ts';

type Asked = { compiled: Pick<CompiledPipeline, 'agents'>; input: JsonObject };

/** Who calls one of these rests on prices. */
const priceTools = new Set(['get_price', 'get_ohlcv', 'get_indicators']);

/** How old the newest price may be: of stocks and indices, the longest run of holidays. */
const dayMs = 24 * 60 * 60_000;
const oldestMs = {
  crypto: dayMs / 24,
  equity: 5 * dayMs,
  index: 5 * dayMs,
} as const satisfies Record<InstrumentKind, number>;

/** Who has not heard by then goes on: what is missing comes out in the run. */
const patienceMs = 6_000;

/**
 * What a run on the symbol of its input ends with before any of its agents asks a model: that there is no such
 * instrument, with what is near it, that it has no price, or that its newest price is too old.
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
