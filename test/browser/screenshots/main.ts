import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startTemporal } from '../../global-setup.ts';
import { madeTemplate } from '../../support/database-template.ts';
import { createApi, signIn } from '../support/api.ts';
import type { Api, Server } from '../support/api.ts';
import type { RunView } from '../../../contracts/api/index.ts';
import { findChromium } from '../support/chromium.ts';
import { phone } from '../support/devices.ts';
import { startServer } from '../support/server.ts';
import { startMailbox } from './mailbox.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { shots } from './shots.ts';
import type { Device, Shot } from './shots.ts';

const folder = join('.baton', 'screenshots');
const schemes = ['light', 'dark'] as const;
/** A desk as most have it, and not the least that everything works on. */
const desk = { viewport: { width: 1440, height: 900 } };
const devices = { desk, phone };

type Variant = { device: Device; scheme: (typeof schemes)[number] };
const variants = (Object.keys(devices) as Device[]).flatMap((device) =>
  schemes.map((scheme): Variant => ({ device, scheme })),
);

/**
 * Takes a picture of every page, in light and dark, on a desk and on a phone.
 * @param wanted names of pictures, or `--readme` for those that the README shows; left out, all.
 */
async function main(wanted: string[]): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('Chromium is not installed (Debian: chromium-headless-shell)');
  const temporal = await startTemporal();
  const { template, drop } = await madeTemplate();
  const mailbox = await startMailbox();
  const server = await startServer({
    temporalAddress: temporal.address,
    template: template.file,
    settings: mailbox.settings,
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await mkdir(folder, { recursive: true });
    const given = { browser, server, wanted };
    for (const variant of variants) await takeAll({ ...given, of: 'new', variant });
    const queued = isWanted(wanted, 'queued')
      ? await startServer({
          temporalAddress: temporal.address,
          template: template.file,
          settings: { BATON_MODEL_LIMITS: 'demo:trend=rpm:1,concurrency:1' },
        })
      : undefined;
    try {
      if (queued) {
        await queueRuns(createApi(queued));
        for (const variant of variants) {
          await takeAll({ ...given, server: queued, of: 'queued', variant });
        }
      }
    } finally {
      await queued?.stop();
    }
    const scene = await setScene(createApi(server), mailbox, server.url);
    for (const variant of variants) await takeAll({ ...given, scene, variant });
    console.log(`Written to ${folder}`);
  } finally {
    await browser.close();
    await server.stop();
    await mailbox.close();
    await temporal.stop();
    await drop();
  }
}

function isWanted(wanted: string[], of: Shot['of']): boolean {
  const names = Object.keys(shots).filter((name) => shots[name]!.of === of);
  return wanted.length === 0 || names.some((name) => wanted.includes(name));
}

/** Starts runs that wait behind one another for a model which takes a call a minute. */
async function queueRuns({ ask, untilStatus }: Api): Promise<void> {
  const document = {
    name: 'morning-note',
    title: 'Morning note',
    nodes: [{ id: 'note', kind: 'model', prompt: 'Write the morning note.' }],
  };
  const start = () => ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
  const { id } = await start();
  await untilStatus(id, 'completed');
  for (let run = 0; run < 4; run += 1) await start();
}

/** Takes those that are wanted; without a scene, those of a Baton that nobody has used. */
async function takeAll(given: {
  browser: Browser;
  server: Server;
  of?: Shot['of'];
  scene?: Scene;
  wanted: string[];
  variant: Variant;
}): Promise<void> {
  const { browser, server, of, scene, wanted, variant } = given;
  const { device, scheme } = variant;
  const context = await browser.newContext({
    baseURL: server.url,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
    ...devices[device],
  });
  try {
    await signIn(context.request, server);
    for (const [name, shot] of Object.entries(shots)) {
      if (shot.only && shot.only !== device) continue;
      if (shot.of !== of) continue;
      const isShown = wanted.includes('--readme') && shot.inReadme === device;
      if (wanted.length > 0 && !wanted.includes(name) && !isShown) continue;
      const file = [name, ...(device === 'phone' ? [device] : []), scheme].join('-');
      await take(context, { file, path: shot.path(scene as Scene), shot });
    }
  } finally {
    await context.close();
  }
}

/** Takes one picture. What a shot waits for in vain is told, and the picture is taken as it is. */
async function take(
  context: BrowserContext,
  { file, path, shot }: { file: string; path: string; shot: Shot },
): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  // What one picture leaves behind, such as changes that are not saved, is no part of the next.
  await page.addInitScript(() => localStorage.clear());
  page.on('pageerror', (error) => console.error(`${file}: ${error.message}`));
  await page.goto(path);
  try {
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    await shot.prepare?.(page);
    await page.waitForLoadState('networkidle');
    // Layouts are worked out beside the page.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    if (shot.isWhole) await showWhole(page);
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await page.screenshot({ path: join(folder, `${file}.png`) });
  await page.close();
}

/** Makes the window as high as what scrolls in it. */
async function showWhole(page: Page): Promise<void> {
  const hidden = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].map((part) =>
        getComputedStyle(part).overflowY === 'auto' ? part.scrollHeight - part.clientHeight : 0,
      ),
    ),
  );
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height: height + hidden });
  await page.waitForLoadState('networkidle');
}

await main(process.argv.slice(2));
