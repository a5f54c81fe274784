import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import type { Bar } from '../api/bars.ts';

export type Series = JsonObject & { symbol: string; timeframe: string; bars: Bar[] };

/** Whether a step's answer holds bars of an instrument. */
export function isSeries(output: Json): output is Series {
  return (
    isJsonObject(output) &&
    typeof output['symbol'] === 'string' &&
    typeof output['timeframe'] === 'string' &&
    Array.isArray(output['bars']) &&
    output['bars'].length > 0 &&
    output['bars'].every(isBar)
  );
}

export function isBar(value: unknown): value is Bar {
  return (
    isJsonObject(value) &&
    typeof value['time'] === 'string' &&
    ['open', 'high', 'low', 'close'].every((name) => typeof value[name] === 'number')
  );
}

/** Whether a bar that an order names follows others: it opens on their beat. */
export function continues(bars: Bar[], { time }: Bar): boolean {
  const offset = Date.parse(time) - Date.parse(bars.at(-1)!.time);
  return offset > 0 && offset % beatOf(bars) === 0;
}

/** Milliseconds from a bar to the next, as the nearest of them lie. */
function beatOf(bars: Bar[]): number {
  const opened = bars.map((bar) => Date.parse(bar.time));
  return Math.min(...opened.slice(1).map((at, index) => at - opened[index]!));
}

/** More of a gap than this is not drawn. */
const widestGap = 60;

/**
 * When bars would open that lie between those that were read and later ones, ISO 8601: at most 60 of each gap. Weekends
 * count where bars that were read are of one.
 * @param later those that continue the ones that were read, in order.
 */
export function unreadTimes(read: Bar[], later: Bar[]): string[] {
  const beat = beatOf(read);
  const hasWeekends = read.some(({ time }) => isWeekend(Date.parse(time)));
  const known = [...read.slice(-1), ...later].map(({ time }) => Date.parse(time));
  return known.slice(1).flatMap((end, index) => {
    const gap: number[] = [];
    for (let at = known[index]! + beat; at < end && gap.length < widestGap; at += beat) {
      if (hasWeekends || !isWeekend(at)) gap.push(at);
    }
    return gap.map((at) => new Date(at).toISOString());
  });
}

const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay());

/** The bars to load between those that were read and later ones: as many as open on their beat, before the last of them. */
export function missingBars(
  bars: Bar[],
  unread: string[],
  most: number,
): { before: string; limit: number } {
  const before = bars.at(-1)!.time;
  const beats = (Date.parse(before) - Date.parse(unread[0]!)) / beatOf(bars);
  return { before, limit: Math.min(most, Math.max(1, Math.ceil(beats))) };
}

/** The bar that was the newest one at a time. */
export function barAt(bars: Bar[], time: string): Bar | undefined {
  return bars.findLast((bar) => Date.parse(bar.time) <= Date.parse(time)) ?? bars[0];
}
