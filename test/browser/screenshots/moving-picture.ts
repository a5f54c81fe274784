import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startTemporal } from '../../global-setup.ts';
import { madeTemplate } from '../../support/database-template.ts';
import { signIn } from '../support/api.ts';
import { findChromium } from '../support/chromium.ts';
import { desk } from '../support/devices.ts';
import { runPage } from '../support/run-page.ts';
import { startServer } from '../support/server.ts';
import { recordFrames } from './frames.ts';
import { showPointer } from './pointer.ts';

const file = 'docs/images/run.webp';
const width = 1_000;

/** Starts, follows and approves a run in the app, and writes what was seen of it as a moving picture. */
async function main(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('Chromium is not installed (Debian: chromium-headless-shell)');
  const temporal = await startTemporal();
  const { template, drop } = await madeTemplate();
  const server = await startServer({ temporalAddress: temporal.address, template: template.file });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      colorScheme: 'light',
      ...desk,
    });
    await signIn(context.request, server);
    const page = await context.newPage();
    await page.goto('/pipelines/research-to-trading');
    await page.getByRole('button', { name: 'Start run' }).waitFor();
    await page.waitForLoadState('networkidle');
    const frames = await recordFrames(page, () => act(page));
    const images = await Promise.all(
      frames.map(({ image }) => sharp(image).resize({ width }).png().toBuffer()),
    );
    const { size, pages = 0 } = await sharp(images, { join: { animated: true } })
      .webp({ loop: 0, delay: frames.map(({ ms }) => ms), quality: 70, effort: 6, minSize: true })
      .toFile(file);
    const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
    console.log(`${file}: ${pages} frames, ${seconds.toFixed(1)} s, ${Math.ceil(size / 1_000)} kB`);
  } finally {
    await browser.close();
    await server.stop();
    await temporal.stop();
    await drop();
  }
}

/** What a person does from the start of a run to its fill, and then with its film. */
async function act(page: Page): Promise<void> {
  const { details, status, nodeThatIs } = runPage(page);
  const point = await showPointer(page);
  await point.click(page.getByRole('button', { name: 'Start run' }));
  await page.waitForURL(/\/runs\/run_/);
  const approve = details.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  await nodeThatIs('confirm', 'Waiting').waitFor();
  await point.rest();
  await point.click(approve);
  await status.getByText('Completed').waitFor();
  await nodeThatIs('order', 'Completed').waitFor();
  await point.rest();
  const moment = page.getByRole('slider', { name: 'Moment' });
  await point.drag(moment, 1, 0.05);
  await point.drag(moment, 0.05, 1);
  await point.rest();
}

await main();
