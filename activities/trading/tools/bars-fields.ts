import { z } from 'zod';
import type { Bar, BarSeries, Market, Timeframe } from '../market/market.ts';
import { timeframeMs } from '../market/timeframe-length.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { symbolField, timeframeField } from './fields.ts';

const most = 20_000;
/** Maximum number of intraday bars to search for the available range, since each page of them is a request. */
const mostLooked = 5_000;

/** Arguments that select bars. */
export const barsFields = {
  symbol: symbolField,
  timeframe: timeframeField,
  from: z.iso
    .date()
    .optional()
    .describe('The first day, such as 2015-01-31. Default: bars sets how far back to go'),
  to: z.iso.date().optional().describe('The last day. Default: up to the newest complete bar'),
  bars: z
    .number()
    .int()
    .min(10)
    .max(most)
    .default(5_000)
    .describe('Maximum number of newest bars. Ignored if from is given'),
};

type BarsAsked = z.output<z.ZodObject<typeof barsFields>>;

const dayMs = 86_400_000;

/**
 * The selected bars, oldest first.
 * @throws {ToolError} if there are none in the given days, with the days that have some.
 */
export async function barsOf(market: Market, asked: BarsAsked): Promise<BarSeries> {
  const { symbol, timeframe, from, to, bars: limit } = asked;
  if (from === undefined) {
    const series = await market.bars({ symbol, timeframe, limit });
    if (to === undefined) return series;
    const bars = series.bars.filter(({ time }) => time.slice(0, 10) <= to);
    if (bars.length === 0) throw await noBars(market, asked, series);
    if (bars.length === series.bars.length) return series;
    return { ...series, bars, asOf: endOf(bars, timeframe) ?? series.asOf };
  }
  const end = to && new Date(Date.parse(to) + dayMs).toISOString();
  const series = await market.range({
    symbol,
    timeframe,
    from: new Date(from).toISOString(),
    ...(end !== undefined && { to: end }),
  });
  if (series.bars.length === 0) throw await noBars(market, asked);
  return { ...series, bars: series.bars.slice(-most) };
}

/** The error that there are no bars in the given days, with the days that have some. */
async function noBars(market: Market, asked: BarsAsked, newest?: BarSeries): Promise<ToolError> {
  const { symbol, timeframe, from, to } = asked;
  const limit = timeframeMs[timeframe] < dayMs ? mostLooked : most;
  const series = await market.bars({ symbol, timeframe, limit });
  const [first, last] = [series.bars.at(0), series.bars.at(-1)].map((bar) => dayOf(bar));
  if (newest && first !== undefined && to !== undefined && first <= to) {
    const begin = dayOf(newest.bars[0]);
    return refusal(
      `The newest ${newest.bars.length} ${timeframe} bars of ${symbol} begin on ${begin}, which is after to (${to}): ` +
        'set from, or request more bars.',
    );
  }
  const days =
    from === undefined
      ? `up to ${to}`
      : to === undefined
        ? `from ${from} on`
        : `from ${from} to ${to}`;
  const some = series.bars.length < limit ? 'there are some' : `the newest ${limit} are`;
  const reach = first === undefined ? 'there are none at all' : `${some} from ${first} to ${last}`;
  const notice = series.notice ? ` (${series.notice})` : '';
  return refusal(`${symbol} has no ${timeframe} bars ${days}: ${reach}${notice}. Give other days.`);
}

const refusal = (message: string) => new ToolError(message, { retryable: false });

const dayOf = (bar: Bar | undefined) => bar?.time.slice(0, 10);

/** When the last bar was complete; undefined without bars. */
function endOf(bars: readonly Bar[], timeframe: Timeframe): string | undefined {
  const newest = bars.at(-1);
  return newest && new Date(Date.parse(newest.time) + timeframeMs[timeframe]).toISOString();
}
