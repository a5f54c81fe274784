import { isJsonObject } from '../../../../../contracts/json.ts';
import type { Json, JsonObject } from '../../../../../contracts/json.ts';

export type Bar = { time: string; open: number; high: number; low: number; close: number };

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

/** All bars in order, each time once; newer ones count. */
export function mergeBars(older: Bar[], newer: Bar[]): Bar[] {
  const byTime = new Map([...older, ...newer].map((bar) => [Date.parse(bar.time), bar]));
  return [...byTime].toSorted(([a], [b]) => a - b).map(([, bar]) => bar);
}

/** Whether a bar that an order names follows others: it opens on their beat. */
export function continues(bars: Bar[], { time }: Bar): boolean {
  const opened = bars.map((bar) => Date.parse(bar.time));
  const beat = Math.min(...opened.slice(1).map((at, index) => at - opened[index]!));
  const offset = Date.parse(time) - opened.at(-1)!;
  return offset > 0 && offset % beat === 0;
}

/** The bar that was the newest one at a time. */
export function barAt(bars: Bar[], time: string): Bar | undefined {
  return bars.findLast((bar) => Date.parse(bar.time) <= Date.parse(time)) ?? bars[0];
}
