import type { BrowserContext, Page } from 'playwright-core';
import { largePipeline } from './documents.ts';
import { shownMs } from './browser.ts';
import { measureGestures } from './frames.ts';
import type { Gestures } from './frames.ts';
import { plainPage } from './plain-page.ts';

export type Opened = { openMs: number; gestures: Gestures };

/** Opens a page with the canvas: how long until its cards are drawn. */
export async function measureOpening(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  try {
    return await open(page, path);
  } finally {
    await page.close();
  }
}

/** The same, and then pans and zooms. */
export async function measureCanvas(context: BrowserContext, path: string): Promise<Opened> {
  const page = await context.newPage();
  try {
    const openMs = await open(page, path);
    return { openMs, gestures: await measureGestures(page, '.react-flow__pane') };
  } finally {
    await page.close();
  }
}

/** The same gestures on a page that only moves as many boxes. */
export async function measurePlainPage(context: BrowserContext): Promise<Gestures> {
  const page = await context.newPage();
  try {
    await page.setContent(plainPage(largePipeline.nodes.length));
    return await measureGestures(page, '#pane');
  } finally {
    await page.close();
  }
}

async function open(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const openMs = await shownMs(page, '.react-flow__node');
  await page.waitForLoadState('networkidle');
  return openMs;
}
