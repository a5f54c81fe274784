import type { CDPSession, Page } from 'playwright-core';
import { quantile } from '../support/statistics.ts';

type Point = { x: number; y: number };

/** Moves of the mouse in one gesture: with one a frame it takes most of a second. */
const moves = 48;
const turns = 20;
/** What one notch of a mouse's wheel gives, about. */
const notch = 100;

export type Frames = {
  /** Milliseconds from one to the next. */
  between: number[];
  /** Milliseconds of a processor that the page's main thread took for all of them, however busy the machine was. */
  processorMs: number;
};

export type Gestures = { pan: Frames; zoom: Frames };

/**
 * Pans the whole as a person does, zooms in until cards can be read, pans again there, and zooms out.
 * @param pane what is dragged.
 */
export async function measureGestures(page: Page, pane: string): Promise<Gestures> {
  const framesOf = await framesOn(page);
  const far = await framesOf(() => drag(page, pane));
  const zoomIn = await framesOf(() => turnWheel(page, pane, -notch));
  const near = await framesOf(() => drag(page, pane));
  const zoomOut = await framesOf(() => turnWheel(page, pane, notch));
  return { pan: together([far, near]), zoom: together([zoomIn, zoomOut]) };
}

/** What counts the frames of a page while something is done on it. */
export async function framesOn(page: Page) {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async (gesture: () => Promise<void>): Promise<Frames> => {
    const before = await processorMs(inspector);
    await page.evaluate('bench.startFrames()');
    await gesture();
    const between = await page.evaluate<number[]>('bench.stopFrames()');
    return { between, processorMs: (await processorMs(inspector)) - before };
  };
}

/** What the page's main thread has taken of a processor so far. */
async function processorMs(inspector: CDPSession): Promise<number> {
  const { metrics } = await inspector.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

export function together(parts: readonly Frames[]): Frames {
  return {
    between: parts.flatMap(({ between }) => between),
    processorMs: parts.reduce((sum, part) => sum + part.processorMs, 0),
  };
}

/** There and back, so that the next gesture begins with the same in sight. */
async function drag(page: Page, pane: string): Promise<void> {
  const start = await emptyPoint(page, pane);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let move = 1; move <= moves; move += 1) {
    const angle = (move / moves) * 2 * Math.PI;
    await page.mouse.move(start.x + 220 * Math.sin(angle), start.y + 120 * Math.sin(2 * angle));
  }
  await page.mouse.up();
}

async function turnWheel(page: Page, pane: string, delta: number): Promise<void> {
  const { x, y } = await emptyPoint(page, pane);
  await page.mouse.move(x, y);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, delta);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

function emptyPoint(page: Page, pane: string): Promise<Point> {
  return page.evaluate<Point>(`bench.emptyPoint(${JSON.stringify(pane)})`);
}

/** Frames in words: `p50 16.7, p95 18.2, max 33.4 ms; 4 % above 16.7 ms, 0 % above 33 ms`. */
export function framesText(between: readonly number[]): string {
  const ms = [quantile(between, 0.5), quantile(between, 0.95), Math.max(...between)];
  const [middle, late, worst] = ms.map((value) => value.toFixed(1));
  // Times are told to a tenth of a millisecond.
  return `p50 ${middle}, p95 ${late}, max ${worst} ms; ${share(between, 16.8)} above 16.7 ms, ${share(between, 33.4)} above 33 ms`;
}

function share(values: readonly number[], limit: number): string {
  const above = values.filter((value) => value > limit).length;
  return `${Math.round((100 * above) / values.length)} %`;
}
