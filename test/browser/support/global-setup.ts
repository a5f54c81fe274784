import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the browser tests and the browser to see it with, or why there are none. */
    browser:
      | { url: string; key: string; temporalAddress: string; executable: string }
      | { problem: string };
  }
}

/** Starts one Baton, with the demo model and a folder of its own, for all tests in a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executable = findChromium();
  if (!executable) {
    const problem = 'Chromium is not installed (Debian: chromium)';
    console.log(`${problem}: the browser tests are skipped`);
    project.provide('browser', { problem });
    return async () => {};
  }
  const { url, key, temporalAddress, stop } = await startServer();
  project.provide('browser', { url, key, temporalAddress, executable });
  return stop;
}
