import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, openSignedIn } from './support/browser.ts';

/** The paths that a page posts to, as it does. */
function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

describeInBrowser('a double click', () => {
  it('starts one run', async () => {
    const page = await openSignedIn('/pipelines/meeting-notes');
    const posts = postsOf(page);
    await page.getByRole('button', { name: 'Start run' }).dblclick();
    await page.waitForURL(/\/runs\/run_/);
    expect(posts).toEqual(['/api/v1/runs']);
  });

  it('fires a trigger once', async () => {
    const page = await openSignedIn('/triggers');
    const row = page.getByRole('row').filter({ hasText: 'Bring a position back to its share' });
    const posts = postsOf(page);
    const answered = page.waitForResponse(/\/fire$/);
    await row.getByRole('button', { name: /^Fire now/ }).dblclick();
    await answered;
    expect(posts).toEqual(['/api/v1/triggers/rebalance.month_end/fire']);
  });
});
