import type { Browser } from 'playwright-core';
import { shownMs, signIn } from './browser.ts';
import type { Site } from './browser.ts';

export type FirstLoad = {
  kilobytes: number;
  requests: number;
  paintMs: number;
  headingMs: number;
};

/** Opens the list of runs with an empty cache; bytes are those on the wire, headers included. */
export async function measureFirstLoad(browser: Browser, site: Site): Promise<FirstLoad> {
  const context = await signIn(browser, site);
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    let bytes = 0;
    let requests = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      requests += 1;
    });
    await network.send('Network.enable');
    await page.goto('/runs', { waitUntil: 'commit' });
    const headingMs = await shownMs(page, 'main h1');
    // What is loaded after it belongs to the first load too.
    await page.waitForLoadState('networkidle');
    const paintMs = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    return { kilobytes: bytes / 1_000, requests, paintMs, headingMs };
  } finally {
    await context.close();
  }
}
