/** `volume` is not there where only prices are known. */
export type Bar = {
  time: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume?: number;
};

/** All bars in order, each time once; newer ones count. */
export function mergeBars(older: Bar[], newer: Bar[]): Bar[] {
  const byTime = new Map([...older, ...newer].map((bar) => [Date.parse(bar.time), bar]));
  return [...byTime].toSorted(([a], [b]) => a - b).map(([, bar]) => bar);
}
