import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createApi, signIn } from './api.ts';
import type { Server } from './api.ts';
import { desk } from './devices.ts';
import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest';

const given = inject('browser');
const available = 'problem' in given ? undefined : given;
/** The server of this process: its tests see each other's runs, and no others. */
const server = available && ofThisProcess(available.servers);
let browser: Browser | undefined;

function ofThisProcess<T>(servers: readonly T[]): T {
  return servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]!;
}

/** Tests in a browser: skipped where there is none. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(!server)(name, () => {
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser?.close());
    tests();
  });
}

/** A browser of a test's own, with more switches; whoever asks for it closes it. */
export function launchBrowser(switches: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: available!.executable,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...switches],
  });
}

/** The server of all tests, and its key. */
export function serverOfTests(): Server {
  return server!;
}

/** The server's API, for what a test prepares and checks. */
export const api = createApi(server ?? { url: '', key: '' });

/** Where the server's Temporal is, for tests that start a Baton of their own beside it. */
export function temporalAddress(): string {
  return server!.temporalAddress;
}

/** What signs in. */
export function signInKey(): string {
  return server!.key;
}

export type PageOptions = Pick<
  BrowserContextOptions,
  'colorScheme' | 'viewport' | 'hasTouch' | 'isMobile' | 'locale'
>;

/**
 * A page of a browser that has not been here before, closed when the test ends. An error of a script in it
 * fails the test, and so does what the content security policy stops.
 */
export async function openPage(
  options: PageOptions = {},
  { url }: Pick<Server, 'url'> = server!,
): Promise<Page> {
  const context = await browser!.newContext({
    baseURL: url,
    ...desk,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(new Error(message.text()));
  });
  onTestFinished(async () => {
    await context.close();
    if (errors[0]) throw errors[0];
  });
  return page;
}

/** A page that is signed in and at a path, of the server of all tests unless another is given. */
export async function openSignedIn(
  path: string,
  options?: PageOptions,
  at: Server = server!,
): Promise<Page> {
  const page = await openPage(options, at);
  await signIn(page.request, at);
  await page.goto(path);
  return page;
}
