import { ToolError } from '../../tool-kit/tool.ts';
import type { CandleStore } from './candles/candle-store.ts';
import { isWeekday } from './candles/find-gaps.ts';
import type { AskFeeds, FeedAnswer } from './feeds/ask-feeds.ts';
import { FeedRefusal } from './feed.ts';
import type { Candle, Feed, FeedQuote } from './feed.ts';
import { identityOf } from './instrument.ts';
import type { InstrumentKind } from './instrument.ts';
import type { Instruments } from './instruments/resolve.ts';
import type { BarsRequest, MarketSource, Timeframe } from './market.ts';
import { timeframes } from './market.ts';
import { rangeBounds } from './range-times.ts';
import { barOf, seriesOf } from './series-of.ts';
import { timeframeMs } from './timeframe-length.ts';
import { windowStart } from './window-start.ts';

/** Maximum number of bars per range. */
const mostBars = 20_000;
/** A source that lacks more than this fraction at the start of a range is skipped if another has more. */
const missingShare = 0.05;

/** Timeframe of the bars that orders are decided on and filled by. Not every plan has intraday bars of stocks. */
const orderTimeframes = { crypto: '1m', equity: '1d', index: '1d' } as const satisfies Record<
  InstrumentKind,
  Timeframe
>;
/** How long to wait for a bar that should be complete but is not there yet, in milliseconds. */
const lateMs = { '1m': 15_000, '1d': 15 * 60_000 } as const;
/** Number of bars per request when looking for the next one. */
const barsAhead = 300;

/** Creates the live market: prices of all instruments that the sources have. Complete candles are stored. */
export function createLiveMarket(options: {
  ask: AskFeeds;
  instruments: Instruments;
  store: CandleStore;
  now?: () => number;
}): MarketSource {
  const { ask, instruments, store, now = Date.now } = options;

  /**
   * The newest bars of the first source that is up to date; otherwise of the most current one.
   * @param request.before instead, the bars before this time from the first source that has any; empty if none has.
   */
  async function newestBars({ symbol, timeframe, limit, before }: BarsRequest) {
    const end = before === undefined ? now() : Math.min(now(), Date.parse(before));
    let best: FeedAnswer<Candle[]> | undefined;
    const request = ask(symbol, async (feed, { instrument, name }) => {
      const { kind } = instrument;
      const from = windowStart({ kind, timeframe, limit, now: end });
      const range = {
        feed,
        instrument,
        name,
        timeframe,
        from,
        to: before === undefined ? Infinity : end,
      };
      const candles = (await store.range(range)).slice(-limit);
      const newest = candles.at(-1);
      if (before !== undefined && newest) return candles;
      if (before !== undefined) best ??= { value: [], feed, instrument };
      if (!newest) throw new FeedRefusal('refused', `it has no recent ${timeframe} bars`);
      const ended = newest.time + timeframeMs[timeframe];
      if (now() - ended <= lateBy({ kind, timeframe })) return candles;
      if (newest.time > (best?.value.at(-1)?.time ?? 0))
        best = { value: candles, feed, instrument };
      throw new FeedRefusal(
        'refused',
        `its ${timeframe} bars end at ${new Date(ended).toISOString()}`,
      );
    });
    return request.catch((error: unknown) => {
      if (best) return best;
      throw error;
    });
  }

  return {
    offers: `crypto pairs such as BTC/USDT and stocks (live; timeframes ${timeframes.join(', ')})`,
    has: () => true,
    instrument: (symbol) => instruments.resolve(symbol),
    moment: async () => undefined,

    async bars(request) {
      const { symbol, timeframe, before } = request;
      const end = before === undefined ? now() : Math.min(now(), Date.parse(before));
      return seriesOf(symbol, timeframe, await newestBars(request), end);
    },

    async range({ symbol, timeframe, ...wanted }) {
      const bounds = rangeBounds(wanted);
      const { from } = bounds;
      const to = Math.min(bounds.to, now());
      checkSize({ from, to, timeframe });
      let short: FeedAnswer<Candle[]> | undefined;
      const request = ask(symbol, async (feed, { instrument, name }) => {
        const candles = await store.range({ feed, instrument, name, timeframe, from, to });
        const begins = candles[0]?.time ?? to;
        const isShort = (begins - from) / (to - from) > missingShare;
        if (!isShort || begins - from < 7 * timeframeMs['1d']) return candles;
        if (candles.length > (short?.value.length ?? -1))
          short = { value: candles, feed, instrument };
        const day = new Date(begins).toISOString().slice(0, 10);
        throw new FeedRefusal('refused', `its ${timeframe} bars begin with ${day}`);
      });
      const answer = await request.catch((error: unknown) => {
        if (short) return short;
        throw error;
      });
      return seriesOf(symbol, timeframe, answer, to, from);
    },

    async quote(symbol) {
      const answer = await ask(symbol, quoteOf);
      const { price, change24hPercent, volume, time } = answer.value;
      return {
        symbol,
        instrument: identityOf(answer.instrument),
        price,
        change24hPercent,
        volume,
        currency: answer.instrument.currency,
        now: new Date(now()).toISOString(),
        ...provenanceOf(answer, time),
      };
    },

    async snapshot(symbol) {
      const { kind } = await instruments.resolve(symbol);
      const timeframe = orderTimeframes[kind];
      const answer = await newestBars({ symbol, timeframe, limit: 5 });
      const newest = answer.value.at(-1)!;
      const ends = newest.time + timeframeMs[timeframe];
      // During a session, a stock's price is newer than its last complete bar.
      const quoted =
        kind === 'crypto'
          ? { price: newest.close, time: ends }
          : (await ask(symbol, quoteOf)).value;
      return {
        symbol,
        instrument: identityOf(answer.instrument),
        price: quoted.price,
        currency: answer.instrument.currency,
        timeframe,
        bar: barOf(newest),
        now: new Date(now()).toISOString(),
        ...provenanceOf(answer, quoted.time),
      };
    },

    async nextBar(symbol, time) {
      const { kind } = await instruments.resolve(symbol);
      const timeframe = orderTimeframes[kind];
      const length = timeframeMs[timeframe];
      const opensAt = nextOpening(Math.ceil(Date.parse(time) / length) * length, kind);
      const wait = opensAt + length - now();
      if (wait > 0) return { status: 'pending', retryAfterMs: wait };
      for (let from = opensAt; from < now(); from += barsAhead * length) {
        const to = from + barsAhead * length;
        const answer = await ask(symbol, (feed, { instrument, name }) =>
          store.range({ feed, instrument, name, timeframe, from, to }),
        );
        const [next] = answer.value;
        if (!next) continue;
        const provenance = provenanceOf(answer, next.time + length);
        return { status: 'complete', bar: barOf(next), provenance };
      }
      // A minute without trades and a holiday have no bar.
      return { status: 'pending', retryAfterMs: lateMs[timeframe] };
    },
  };
}

/** The start of the next interval that can have a bar, in milliseconds since 1970; for stocks not on a weekend. */
function nextOpening(from: number, kind: InstrumentKind): number {
  if (kind === 'crypto') return from;
  let day = from;
  while (!isWeekday(day)) day += timeframeMs['1d'];
  return day;
}

async function quoteOf(feed: Feed, { name }: { name: string }): Promise<FeedQuote> {
  const quote = await feed.quote(name);
  if (Number.isFinite(quote.price) && quote.price > 0) return quote;
  throw new FeedRefusal('faulty', `it gave ${quote.price} as the price of ${name}`);
}

/**
 * Maximum age of the newest complete bar, in milliseconds: twelve intervals (at least an hour) or, for stocks, the
 * longest run of holidays.
 */
function lateBy({ kind, timeframe }: { kind: InstrumentKind; timeframe: Timeframe }): number {
  const quiet = Math.max(12 * timeframeMs[timeframe], timeframeMs['1h']);
  return kind === 'crypto' ? quiet : Math.max(quiet, 5 * timeframeMs['1d']);
}

function provenanceOf({ feed, passedOver }: FeedAnswer<unknown>, time: number) {
  return {
    source: feed.title,
    asOf: new Date(time).toISOString(),
    ...(passedOver && { passedOver }),
  };
}

function checkSize({ from, to, timeframe }: { from: number; to: number; timeframe: Timeframe }) {
  const bars = (to - from) / timeframeMs[timeframe];
  if (bars <= mostBars) return;
  throw new ToolError(
    `That is ${Math.ceil(bars)} bars of ${timeframe}; one request returns at most ${mostBars}. Use a shorter ` +
      'range or a longer timeframe.',
    { retryable: false },
  );
}
