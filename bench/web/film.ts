import type { BrowserContext, Page } from 'playwright-core';
import { shownMs } from './browser.ts';
import { framesOn } from './frames.ts';
import type { Frames } from './frames.ts';

const slider = '.film-slider';
/** Moves of the mouse from one end to the other: with one a frame it takes two seconds. */
const moves = 120;

export type FilmShown = {
  /** From the navigation to the first paint, and until the cards of the run are drawn. */
  paintMs: number;
  cardsMs: number;
  frames: Frames;
};

/** Opens a run, and drags its slider from the end to the beginning and back, as the whole page follows. */
export async function measureFilm(context: BrowserContext, runId: string): Promise<FilmShown> {
  const page = await context.newPage();
  try {
    await page.goto(`/runs/${runId}`, { waitUntil: 'commit' });
    const cardsMs = await shownMs(page, '.react-flow__node');
    const paintMs = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    await page.waitForLoadState('networkidle');
    const framesOf = await framesOn(page);
    const frames = await framesOf(() => scrub(page));
    return { paintMs, cardsMs, frames };
  } finally {
    await page.close();
  }
}

async function scrub(page: Page): Promise<void> {
  const box = await page.locator(slider).boundingBox();
  if (!box) throw new Error('The run has no slider');
  const y = box.y + box.height / 2;
  const at = (part: number) => box.x + 7 + part * (box.width - 14);
  await page.mouse.move(at(1), y);
  await page.mouse.down();
  for (let move = 1; move <= 2 * moves; move += 1) {
    await page.mouse.move(at(Math.abs(1 - move / moves)), y);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  await page.mouse.up();
}
