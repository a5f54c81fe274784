import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const betweenMs = 100;
/** A picture in which nothing moves is shown no longer than this. */
const longestMs = 1_500;

export type Frame = { image: Buffer; ms: number };

/** Pictures of a page while something happens on it, each with how long it is shown. Equal ones that follow each other are one. */
export async function recordFrames(page: Page, act: () => Promise<void>): Promise<Frame[]> {
  const frames: Frame[] = [];
  const recording = { isOver: false };
  const acting = act().finally(() => {
    recording.isOver = true;
  });
  for (let shownAt = Date.now(); !recording.isOver;) {
    const [image] = await Promise.all([page.screenshot(), delay(betweenMs)]);
    const now = Date.now();
    const last = frames.at(-1);
    if (last) last.ms += now - shownAt;
    if (!last?.image.equals(image)) frames.push({ image, ms: 0 });
    shownAt = now;
  }
  await acting;
  const end = frames.at(-1);
  if (end) end.ms = longestMs;
  return frames.map(({ image, ms }) => ({ image, ms: Math.min(ms, longestMs) }));
}
