import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { createApi } from '../support/api.ts';
import type { Server } from '../support/api.ts';
import { findChromium } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';
import { setScene, shots } from './shots.ts';
import type { Scene, Shot } from './shots.ts';

const folder = join('.baton', 'screenshots');
const schemes = ['light', 'dark'] as const;
const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Takes a picture of every page, in light and dark.
 * @param wanted names of pictures, or `--readme` for those that the README shows; left out, all.
 */
async function main(wanted: string[]): Promise<void> {
  const isWanted = ([name, { isInReadme }]: [string, Shot]) =>
    wanted.length === 0 || wanted.includes(name) || (isInReadme && wanted.includes('--readme'));
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed (Debian: chromium)');
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const scene = await setScene(createApi(server));
    await mkdir(folder, { recursive: true });
    for (const [name, shot] of Object.entries(shots).filter(isWanted)) {
      for (const scheme of schemes) await take({ browser, server, scene, name, shot, scheme });
    }
    console.log(`Written to ${folder}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function take(given: {
  browser: Browser;
  server: Server;
  scene: Scene;
  name: string;
  shot: Shot;
  scheme: (typeof schemes)[number];
}): Promise<void> {
  const { browser, server, scene, name, shot, scheme } = given;
  const context = await browser.newContext({
    baseURL: server.url,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
    ...(shot.isPhone ? phone : desk),
  });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
    await page.request.get(`/?key=${server.key}`);
    await page.goto(shot.path(scene));
    await page.waitForLoadState('networkidle');
    await shot.prepare?.(page);
    await page.waitForLoadState('networkidle');
    // Layouts are worked out beside the page.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await page.screenshot({ path: join(folder, `${name}-${scheme}.png`) });
  } finally {
    await context.close();
  }
}

await main(process.argv.slice(2));
