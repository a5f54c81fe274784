import type { Page } from 'playwright-core';

/**
 * Goes to a path as a link does, without loading the app anew, and waits until what is there is no longer what was
 * there before: it is left for a page that there is not, so that nothing that was opened stays open.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate((href) => history.pushState(null, '', href), to);
  const notFound = page.getByText('Page not found');
  await go('/nowhere');
  await notFound.waitFor();
  await go(path);
  await notFound.waitFor({ state: 'detached' });
}
