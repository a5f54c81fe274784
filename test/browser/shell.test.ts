import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';

describeInBrowser('a low window', () => {
  it.each(['/', '/approvals', '/pipelines/research-to-trading/edit'])(
    'holds all of %s: nothing moves it when a field below is in focus',
    async (path) => {
      const page = await openSignedIn(path, { viewport: { width: 1366, height: 560 } });
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(
        await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
      ).toBe(0);
    },
  );
});

describeInBrowser('a page that fails', () => {
  it('says what happened, and is there again when it is tried again', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.route('**/api/v1/agents', (route) => route.fulfill({ json: { items: [{}] } }));
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('alert').getByText('This page failed').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/agents');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Market researcher' }).waitFor();
  });

  it('says so when a part of it does not load, and loads it again', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.route('**/assets/costs-page*.js', (route) => route.abort());
    await page.goto('/costs');
    await page.getByRole('alert').getByText('Baton may have been updated').waitFor();
    await page.unroute('**/assets/costs-page*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
  });

  it('offers to ask again where an answer does not come', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.route('**/api/v1/budgets', (route) =>
      route.fulfill({ status: 422, json: { detail: 'The budgets cannot be read now.' } }),
    );
    await page.goto('/costs');
    const alert = page.getByRole('alert').filter({ hasText: 'The budgets cannot be read now.' });
    await alert.waitFor();
    await page.unroute('**/api/v1/budgets');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await alert.waitFor({ state: 'detached' });
  });
});

describeInBrowser('on a phone', () => {
  it('every page can be reached, and nothing is too wide', async () => {
    const page = await openSignedIn('/approvals', phone);
    // What waits for the user is counted behind its name.
    const more = page.getByRole('navigation').getByRole('button', { name: /^More/ });
    await more.tap();
    await expectAccessible(page);
    const dialog = page.getByRole('dialog', { name: 'All pages' });
    const links = await dialog.getByRole('link').allInnerTexts();
    expect(links.length).toBeGreaterThanOrEqual(8);
    for (const text of links) {
      const name = text.split('\n')[0]!;
      if (!(await dialog.isVisible())) await more.tap();
      await dialog.getByRole('link', { name }).tap();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBe(390);
    }
  });

  it('approvals are one tap away', async () => {
    const page = await openSignedIn('/runs', phone);
    await page.getByRole('navigation').getByRole('link', { name: 'Approvals' }).tap();
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
  });
});

describeInBrowser('around every page', () => {
  it('the first Tab leads past the navigation', async () => {
    const page = await openSignedIn('/costs');
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
  });

  it('the notice of the demo model can be hidden, until the browser is closed', async () => {
    const page = await openSignedIn('/models');
    const notice = page.getByText('Demo model: fixed rules');
    await notice.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    const isReady = page.waitForResponse('**/ready');
    await page.reload();
    await isReady;
    await page.getByRole('article', { name: 'demo:trend' }).waitFor();
    expect(await notice.count()).toBe(0);
  });
});

describeInBrowser('the server', () => {
  let baton: OwnBaton;
  beforeAll(async () => {
    baton = await startOwnBaton();
  });
  beforeEach(() => baton.comeBack());
  afterAll(() => baton?.stop());

  it('is reported when it is unreachable, and when it is back', async () => {
    const page = await openSignedIn('/runs', {}, baton);
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await baton.goAway();
    const notice = page.getByRole('status').getByText('Baton is not reachable');
    await notice.waitFor();
    await expectAccessible(page);
    await baton.comeBack();
    await page.getByText('Baton is reachable again').waitFor();
    await notice.waitFor({ state: 'detached' });
  });

  it('is waited for where a page was not loaded before it went, which opens when it is back', async () => {
    const page = await openSignedIn('/runs', {}, baton);
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await baton.goAway();
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.getByRole('alert').getByText('Baton is not reachable').waitFor();
    await expectAccessible(page);
    await baton.comeBack();
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
  });

  it('is not needed to search for a page and to stay on one', async () => {
    const page = await openSignedIn('/runs', {}, baton);
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await baton.goAway();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tasks');
    await page.getByRole('option', { name: 'Tasks', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  });
});
