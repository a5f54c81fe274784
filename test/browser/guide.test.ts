import { expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';

describeInBrowser('the docs', () => {
  it('are reached from the app, and searched by keys alone', async () => {
    const app = await openSignedIn('/');
    const opened = app.context().waitForEvent('page');
    await app.getByRole('link', { name: 'Docs', exact: true }).click();
    const page = await opened;
    // Its search listens to keys once its script has run.
    await page.waitForLoadState();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('/');
    await page.keyboard.type('webhook secret');
    await page.getByRole('link', { name: /^Webhooks/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor();
    expect(new URL(page.url()).hash).toBe('#webhooks');
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('xqzzv');
    await page.getByText('Nothing found for').waitFor();
  });

  it('are found by Ctrl+K in the app', async () => {
    const page = await openSignedIn('/runs');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('node reference');
    await page.getByRole('option', { name: 'Node reference', exact: true }).click();
    await page.getByRole('heading', { name: 'Node reference', level: 1 }).waitFor();
  });

  it('fit on a phone, with the list of pages folded', async () => {
    const page = await openSignedIn('/guide/nodes', phone);
    await page.getByRole('heading', { name: 'Node reference', level: 1 }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await page.getByText('All pages').tap();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Triggers', exact: true }).tap();
    await page.getByRole('heading', { name: 'Triggers', level: 1 }).waitFor();
    await expectAccessible(page);
  });
});
