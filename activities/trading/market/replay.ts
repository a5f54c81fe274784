import type { Provenance } from '../../../contracts/tools/tools.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { Instrument } from './instrument.ts';
import type { Bar, MarketSource, Timeframe } from './market.ts';
import { timesWithin } from './range-times.ts';
import { sessionClose } from './session.ts';
import { toWeeks } from './feeds/weeks.ts';

/** Id and bounds of a replay; `start` and `end` are indices of bars. */
export type ReplayClock = { id: string; start: number; end: number };

/** The symbol of the replayed instrument. */
export const replaySymbol = 'SPX';
const replayedIndex: Instrument = {
  id: replaySymbol,
  kind: 'index',
  name: 'S&P 500, replayed',
  base: null,
  quote: null,
  exchange: null,
  currency: 'USD',
  names: { sample: replaySymbol },
};
const source = 'S&P 500 daily bars of npm package vega-datasets (replay)';

const series: Partial<Record<Timeframe, (daily: Bar[]) => Bar[]>> = {
  '1d': (daily) => daily,
  '1w': weeklyBars,
};

/**
 * Creates the replay of the bundled S&P 500 bars. Bars up to the integer part of the clock's position are complete and
 * visible; the next one is in progress and hidden.
 * @param options.position reads the clock: the number of bars since the first one, with a fraction.
 * @param options.heldUntil returns until when the clock is paused; default: never.
 */
export function createReplayMarket(options: {
  bars: readonly Bar[];
  barsPerMinute: number;
  position: () => Promise<number>;
  heldUntil?: () => Promise<Date | null>;
}): MarketSource {
  const { bars, barsPerMinute, heldUntil = async () => null } = options;
  const last = bars.length - 1;

  async function read() {
    const position = Math.min(await options.position(), last);
    const newest = Math.floor(position);
    return { position, newest, bar: bars[newest]!, ended: newest >= last };
  }

  function endOfReplay(): string {
    const [from, to] = [bars[0]!, bars[last - 1]!].map((bar) => bar.time.slice(0, 10));
    return (
      `The replay of ${replaySymbol} ended on ${bars[last]!.time.slice(0, 10)}. Set BATON_MARKET_START to a date ` +
      `from ${from} to ${to} that was not used before, and restart Baton.`
    );
  }

  function provenance(bar: Bar, ended: boolean): Provenance {
    const notice = `replay of real S&P 500 bars, as of ${bar.time.slice(0, 10)}, not live`;
    return {
      source,
      asOf: sessionClose(bar.time),
      notice: ended ? `${notice}. ${endOfReplay()}` : notice,
    };
  }

  /** All visible bars of a timeframe. @throws {ToolError} if the replay does not have it. */
  async function readSeries(symbol: string, timeframe: Timeframe) {
    const select = series[timeframe];
    if (!select) {
      const known = Object.keys(series).join(' and ');
      throw new ToolError(`${symbol} has no ${timeframe} bars; it has ${known}`, {
        retryable: false,
      });
    }
    const { newest, bar, ended } = await read();
    const from = provenance(bar, ended);
    const provenanceOf = ({ time }: Bar): Provenance =>
      timeframe === '1d' ? { ...from, asOf: sessionClose(time) } : from;
    return { selected: select(bars.slice(0, newest + 1)), from, provenanceOf };
  }

  return {
    offers: `${replaySymbol} (the S&P 500, replayed; timeframes ${Object.keys(series).join(', ')})`,
    has: (symbol) => symbol === replaySymbol,
    instrument: async () => replayedIndex,

    async moment(symbol) {
      const { bar } = await read();
      return { asOf: sessionClose(bar.time), reason: `${symbol} is a replay` };
    },

    async bars({ symbol, timeframe, limit, before }) {
      const { selected, from, provenanceOf } = await readSeries(symbol, timeframe);
      if (before === undefined) return { symbol, timeframe, bars: selected.slice(-limit), ...from };
      const earlier = selected.filter(({ time }) => isBefore(time, before)).slice(-limit);
      const newest = earlier.at(-1);
      return { symbol, timeframe, bars: earlier, ...(newest ? provenanceOf(newest) : from) };
    },

    async range({ symbol, timeframe, from, to }) {
      const within = timesWithin(from, to);
      const all = await readSeries(symbol, timeframe);
      const selected = all.selected.filter(({ time }) => within(time));
      const newest = selected.at(-1);
      return {
        symbol,
        timeframe,
        bars: selected,
        ...(newest ? all.provenanceOf(newest) : all.from),
      };
    },

    async quote(symbol) {
      const { newest, bar, ended } = await read();
      const before = bars[newest - 1];
      return {
        symbol,
        price: bar.close,
        change24hPercent: before ? (bar.close / before.close - 1) * 100 : null,
        volume: bar.volume,
        currency: 'USD',
        ...provenance(bar, ended),
      };
    },

    async snapshot(symbol) {
      const { bar, ended } = await read();
      const held = await heldUntil();
      const from = provenance(bar, ended);
      return {
        symbol,
        price: bar.close,
        currency: 'USD',
        timeframe: '1d',
        bar,
        now: from.asOf,
        ...(ended && { ended: endOfReplay() }),
        ...(held && { heldUntil: held.toISOString() }),
        ...from,
      };
    },

    async nextBar(_symbol, time) {
      const { position, newest, bar } = await read();
      if (sessionClose(bar.time) < time) {
        return { status: 'ended', reason: 'The replay was restarted at an earlier date.' };
      }
      const next = bars.findIndex((candidate) => candidate.time >= time);
      if (next === -1) return { status: 'ended', reason: endOfReplay() };
      if (next <= newest) {
        const found = bars[next]!;
        return { status: 'complete', bar: found, provenance: provenance(found, next === last) };
      }
      const missingBars = next - position;
      return { status: 'pending', retryAfterMs: Math.ceil((missingBars / barsPerMinute) * 60_000) };
    },
  };
}

const isBefore = (time: string, other: string) => Date.parse(time) < Date.parse(other);

/**
 * Weekly bars (Monday to Friday) from daily ones. The last week is left out until its Friday or a later day is there.
 */
export function weeklyBars(daily: readonly Bar[]): Bar[] {
  const days = daily.map((day) => ({ ...day, time: Date.parse(day.time) }));
  const weeks = toWeeks(days).map((week) => ({ ...week, time: new Date(week.time).toISOString() }));
  const last = daily.at(-1);
  const isFriday = last !== undefined && new Date(last.time).getUTCDay() === 5;
  return isFriday ? weeks : weeks.slice(0, -1);
}
