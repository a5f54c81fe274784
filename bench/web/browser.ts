import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A server to look at. */
export type Site = { url: string; apiKey: string };

const inPage = fileURLToPath(new URL('in-page.js', import.meta.url));

/** A Chromium without a window. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A session in a browser that has not been here before: nothing is cached. */
export async function signIn(browser: Browser, { url, apiKey }: Site): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript({ path: inPage });
  const form = { key: apiKey, next: '/runs' };
  await context.request.post('/sign-in', { form, headers: { origin: url } });
  return context;
}

/** When what a selector names was painted, in milliseconds since the navigation began. */
export function shownMs(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`bench.shown(${JSON.stringify(selector)})`);
}
