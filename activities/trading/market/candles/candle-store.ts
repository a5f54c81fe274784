import type { CandleRepository, CandleSeries, Stretch } from '../../../../db/trading/candles.ts';
import type { Candle, Feed } from '../feed.ts';
import type { Instrument } from '../instrument.ts';
import type { Timeframe } from '../market.ts';
import { timeframeMs } from '../timeframe-length.ts';
import { checkCandles } from './check-candles.ts';
import { isWeekday } from './find-gaps.ts';

/**
 * Candles of an instrument from one source that open at or after `from` and before `to`, in milliseconds since 1970.
 * `name` is the source's name of the instrument.
 */
export type StoredRequest = {
  feed: Feed;
  instrument: Pick<Instrument, 'id' | 'kind'>;
  name: string;
  timeframe: Timeframe;
  from: number;
  to: number;
};

/** Reads candles, from the database if they are stored there. */
export interface CandleStore {
  /**
   * Complete candles, oldest first: stored ones, and from the source those that are missing.
   * @throws {FeedRefusal} if the source must be asked and gives no usable answer.
   */
  range(request: StoredRequest): Promise<Candle[]>;
}

/** After this time, a source without a candle for an interval is assumed never to get one. */
const settledMs = { crypto: 3_600_000, equity: 7 * 86_400_000, index: 7 * 86_400_000 };
/** Prices of crypto are never adjusted, so neighbours need no check. */
const nothingAround = { before: undefined, after: undefined };
/** How far from a range to look for the nearest stored candle. */
const aroundMs = 7 * 86_400_000;
/** A close that differs by more than this fraction from the stored one was adjusted, such as for a split. */
const adjustedBy = 0.001;

/**
 * Creates a store that fetches each range of a source once: complete candles are checked and stored, and only missing
 * ranges are fetched. Concurrent requests for the same series run one after the other, so the second finds what the
 * first stored.
 */
export function createCandleStore(options: {
  candles: CandleRepository;
  now?: () => number;
}): CandleStore {
  const { candles: kept, now = Date.now } = options;
  const queues = new Map<string, Promise<unknown>>();
  /** Fetches that found nothing new: when, and up to which time they asked. */
  const lookedFor = new Map<string, { asked: number; to: number }>();

  async function range(request: StoredRequest): Promise<Candle[]> {
    const series = seriesOf(request);
    const wanted = alignedTo(request, now());
    for (const stretch of missingStretches(await kept.stretches(series), wanted)) {
      if (!isWorthAsking(request, stretch)) continue;
      const isWhole = await fill(request, series, stretch);
      if (isWhole) continue;
      await kept.forget(series);
      return range(request);
    }
    const exact = { from: request.from, until: Math.min(request.to, now()) };
    return completeOf(await kept.read(series, exact), request.timeframe, now());
  }

  /** Whether the source can have a candle in a range and was not just asked for it. */
  function isWorthAsking({ timeframe, instrument, ...request }: StoredRequest, stretch: Stretch) {
    const length = timeframeMs[timeframe];
    const ends = Math.min(stretch.until, now() - length + 1);
    if (stretch.from >= ends) return false;
    if (timeframe === '1d' && instrument.kind !== 'crypto') {
      const days = Math.ceil((ends - stretch.from) / length);
      const opens = Array.from(
        { length: Math.min(days, 7) },
        (_, day) => stretch.from + day * length,
      );
      if (!opens.some(isWeekday)) return false;
    }
    const key = `${keyOf(seriesOf({ timeframe, instrument, ...request }))} ${stretch.from}`;
    const last = lookedFor.get(key);
    if (!last) return true;
    const again = againAfterMs(timeframe);
    return now() - last.asked >= again || stretch.until > last.to + again;
  }

  /**
   * Fetches and stores a range.
   * @returns false if the source has changed candles that were stored before.
   */
  async function fill(request: StoredRequest, series: CandleSeries, stretch: Stretch) {
    const { feed, instrument, name, timeframe } = request;
    const { kind } = instrument;
    const neighbours = kind === 'crypto' ? nothingAround : await keptAround(series, stretch);
    const asked = now();
    const wanted = {
      from: neighbours.before?.time ?? stretch.from,
      to: neighbours.after ? neighbours.after.time + 1 : Math.min(stretch.until, asked),
    };
    const given = (await feed.candles({ name, timeframe, ...wanted })).filter(
      ({ time }) => time >= wanted.from && time < wanted.to,
    );
    const complete = completeOf(given, timeframe, asked);
    checkCandles(complete, { source: feed.title, timeframe, kind });
    if ([neighbours.before, neighbours.after].some((candle) => wasAdjusted(candle, complete))) {
      return false;
    }
    const rows = complete.filter(({ time }) => time >= stretch.from && time < stretch.until);
    const to = Math.min(stretch.until, asked);
    const until = wholeUntil({
      to,
      asked,
      length: timeframeMs[timeframe],
      newest: rows.at(-1),
      settledMs: settledMs[kind],
      hasLater: given.length > complete.length || neighbours.after !== undefined,
    });
    if (until > stretch.from) await kept.add(series, rows, { from: stretch.from, until });
    if (until < to) {
      lookedFor.set(`${keyOf(series)} ${Math.max(until, stretch.from)}`, { asked, to });
    }
    return true;
  }

  /** The stored candles next to a range. They are fetched again with it to detect adjusted prices. */
  async function keptAround(series: CandleSeries, { from, until }: Stretch) {
    const [before, after] = await Promise.all([
      kept.read(series, { from: from - aroundMs, until: from }),
      kept.read(series, { from: until, until: until + aroundMs }),
    ]);
    return { before: before.at(-1), after: after[0] };
  }

  async function fetchOnly({ feed, instrument, name, timeframe, from, to }: StoredRequest) {
    const asked = now();
    const given = await feed.candles({ name, timeframe, from, to: Math.min(to, asked) });
    const complete = completeOf(given, timeframe, asked);
    checkCandles(complete, { source: feed.title, timeframe, kind: instrument.kind });
    return complete;
  }

  return {
    range(request) {
      if (!request.feed.isKept) return fetchOnly(request);
      const key = keyOf(seriesOf(request));
      const turn = (queues.get(key) ?? Promise.resolve()).then(() => range(request));
      const settled = turn
        .catch(() => undefined)
        .finally(() => {
          if (queues.get(key) === settled) queues.delete(key);
        });
      queues.set(key, settled);
      return turn;
    },
  };
}

function seriesOf({
  feed,
  instrument,
  timeframe,
}: Pick<StoredRequest, 'feed' | 'instrument' | 'timeframe'>): CandleSeries {
  return { source: feed.id, instrument: instrument.id, timeframe };
}

const keyOf = ({ source, instrument, timeframe }: CandleSeries) =>
  `${source} ${instrument} ${timeframe}`;

function completeOf(candles: readonly Candle[], timeframe: Timeframe, now: number): Candle[] {
  return candles.filter(({ time }) => time + timeframeMs[timeframe] <= now);
}

/** Extends a request to whole intervals, so that stored ranges start and end at candle boundaries. */
function alignedTo({ timeframe, from, to }: StoredRequest, now: number): Stretch {
  const grid = Math.min(timeframeMs[timeframe], timeframeMs['1d']);
  const until = Math.ceil(Math.min(to, now) / grid) * grid;
  return { from: Math.floor(from / grid) * grid, until: Math.min(until, now) };
}

/**
 * How long not to ask again for candles that a source did not have: a twentieth of the candle length, from 1 s to 15
 * min.
 */
function againAfterMs(timeframe: Timeframe): number {
  return Math.min(Math.max(timeframeMs[timeframe] / 20, 1_000), 15 * 60_000);
}

function wasAdjusted(kept: Candle | undefined, given: readonly Candle[]): boolean {
  const same = kept && given.find(({ time }) => time === kept.time);
  return same !== undefined && Math.abs(same.close / kept!.close - 1) > adjustedBy;
}

/**
 * The time up to which a fetched range is known to be complete. Even after its end a candle can arrive late, so this is
 * certain only once a later candle exists or some time has passed. All times are in milliseconds since 1970.
 */
function wholeUntil(fetched: {
  to: number;
  asked: number;
  length: number;
  newest: Candle | undefined;
  settledMs: number;
  hasLater: boolean;
}): number {
  const { to, asked, length, newest, hasLater } = fetched;
  const afterNewest = newest ? newest.time + length : -Infinity;
  if (to + length + fetched.settledMs <= asked) return Math.max(to, afterNewest);
  return hasLater ? Math.max(afterNewest, Math.min(to, asked - length)) : afterNewest;
}

/** The missing parts of a wanted range, oldest first. */
function missingStretches(there: readonly Stretch[], wanted: Stretch): Stretch[] {
  const missing: Stretch[] = [];
  let from = wanted.from;
  for (const stretch of there.toSorted((a, b) => a.from - b.from)) {
    if (stretch.until <= from) continue;
    if (stretch.from >= wanted.until) break;
    if (stretch.from > from) missing.push({ from, until: stretch.from });
    from = stretch.until;
  }
  if (from < wanted.until) missing.push({ from, until: wanted.until });
  return missing;
}
