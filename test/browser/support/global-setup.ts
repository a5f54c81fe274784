import type { TestProject } from 'vitest/node';
import { startTemporal } from '../../global-setup.ts';
import { madeTemplate } from '../../support/database-template.ts';
import { findChromium } from './chromium.ts';
import { startServer } from './server.ts';
import type { TestServer } from './server.ts';
import { startAll } from './start-all.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The servers of the browser tests, one for each of vitest's processes, and the browser to see them with. */
    browser: { servers: TestServer[]; executable: string } | { problem: string };
  }
}

/** Starts a Baton for each process of tests, with the demo model and a folder of its own, on one Temporal server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executable = findChromium();
  if (!executable) {
    const problem = 'Chromium is not installed (Debian: chromium-headless-shell)';
    console.log(`${problem}: the browser tests are skipped`);
    project.provide('browser', { problem });
    return async () => {};
  }
  const { maxWorkers } = project.config;
  const temporal = await startTemporal();
  const { template } = await madeTemplate();
  const given = { temporalAddress: temporal.address, template: template.file };
  try {
    const started = await startAll(maxWorkers, () => startServer(given));
    const servers = started.map(({ url, key, temporalAddress }) => ({ url, key, temporalAddress }));
    project.provide('browser', { servers, executable });
    return async () => {
      await Promise.all(started.map(({ stop }) => stop()));
      await temporal.stop();
    };
  } catch (error) {
    await temporal.stop();
    throw error;
  }
}
