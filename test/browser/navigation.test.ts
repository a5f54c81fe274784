import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startOrderRun } from './support/order-run.ts';

const { ask } = api;

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

describeInBrowser('the sidebar', () => {
  it('has its pages in groups that fold away, and remembers which', async () => {
    const page = await openSignedIn('/runs');
    const operate = pages(page).getByRole('group', { name: 'Operate' });
    await operate.getByRole('link', { name: 'Costs' }).waitFor();
    for (const name of ['Build', 'Operate', 'Trade', 'Govern']) {
      await pages(page).getByRole('group', { name, exact: true }).waitFor();
    }
    await operate.getByRole('button', { name: 'Operate' }).click();
    await operate.getByRole('link', { name: 'Costs' }).waitFor({ state: 'detached' });
    // The page that is shown keeps its entry.
    await operate.getByRole('link', { name: 'Runs' }).waitFor();
    await page.reload();
    await operate.getByRole('button', { name: 'Operate', expanded: false }).click();
    await operate.getByRole('link', { name: 'Costs' }).click();
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
  });

  it('collapses to icons that keep their names, and remembers that', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor();
    const { width } = (await pages(page).boundingBox())!;
    expect(width).toBeLessThan(64);
    await expectAccessibleInBothSchemes(page, 'the collapsed sidebar');
    await pages(page).getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  });

  it('keeps the theme and the docs in sight where the window is low', async () => {
    const page = await openSignedIn('/runs', { viewport: { width: 1280, height: 560 } });
    const inSight = async (name: 'radio' | 'link', of: string) => {
      const box = (await pages(page).getByRole(name, { name: of, exact: true }).boundingBox())!;
      return box.y >= 0 && box.y + box.height <= 560;
    };
    await pages(page).getByRole('link', { name: 'Runs' }).waitFor();
    expect(await inSight('radio', 'Dark theme')).toBe(true);
    expect(await inSight('link', 'Docs')).toBe(true);
    // The places are scrolled to, also by keys.
    await pages(page).getByRole('link', { name: 'Audit log' }).focus();
    expect(await inSight('link', 'Audit log')).toBe(true);
  });

  it('opens a page in another tab where one holds Ctrl', async () => {
    const page = await openSignedIn('/runs');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      pages(page)
        .getByRole('link', { name: 'Costs' })
        .click({ modifiers: ['Control'] }),
    ]);
    await other.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/runs');
  });
});

describeInBrowser('a row of a list', () => {
  it('leads to its page wherever one clicks, and in another tab with the middle button', async () => {
    const { id } = await startOrderRun(api);
    const page = await openSignedIn('/runs');
    const row = page.locator('tr').filter({ has: page.locator(`a[href="/runs/${id}"]`) });
    const status = row.getByText('Waiting');
    await status.waitFor();
    const { x, y, width, height } = (await status.boundingBox())!;
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.mouse.click(x + width / 2, y + height / 2, { button: 'middle' }),
    ]);
    await other.waitForURL(`**/runs/${id}`);
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForURL(`**/runs/${id}`);
    await page.goBack();
    await row.getByRole('link', { name: 'local' }).click();
    await page.waitForURL(/user=local/);
    await ask('POST', `/api/v1/runs/${id}/cancel`);
  });
});

describeInBrowser('the right button', () => {
  it('opens what can be done with a run of the list', async () => {
    const { id } = await startOrderRun(api);
    const page = await openSignedIn('/runs');
    const row = page.locator('tr').filter({ has: page.locator(`a[href="/runs/${id}"]`) });
    const link = row.locator(`a[href="/runs/${id}"]`);
    const item = (name: string) => page.getByRole('menuitem', { name });
    await row.getByText('Waiting').waitFor();
    await link.click({ button: 'right' });
    await item('Open in new tab').waitFor();
    await expectAccessibleInBothSchemes(page, 'the menu of a run');
    await page.keyboard.press('Escape');
    await item('Open in new tab').waitFor({ state: 'detached' });
    await link.click({ button: 'right' });
    await item('Cancel run').click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    await dialog.getByRole('button', { name: 'Cancel run' }).click();
    await api.untilStatus(id, 'cancelled');
    await row.getByText('Cancelled').waitFor();
    await link.click({ button: 'right' });
    await item('Retry').click();
    await page.waitForURL(`**/runs/${id}?dialog=retry`);
    await page.getByRole('dialog', { name: 'Retry run?' }).waitFor();
  });

  it('opens what can be done with a node of a run', async () => {
    const { id } = await startOrderRun(api);
    const page = await openSignedIn(`/runs/${id}`);
    await page.locator('.react-flow__node[data-id="price"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open details' }).click();
    await page.waitForURL(/at=price/);
    await ask('POST', `/api/v1/runs/${id}/cancel`);
    await api.untilStatus(id, 'cancelled');
    await page.locator('.react-flow__node[data-id="confirm"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Retry from here' }).click();
    await page.getByRole('dialog', { name: 'Retry run?' }).waitFor();
  });
});

describeInBrowser('the theme', () => {
  it('is chosen, stays after a reload before anything is drawn, and can follow the system again', async () => {
    const page = await openSignedIn('/runs', { colorScheme: 'light' });
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    const light = await background(page);
    await page.getByRole('radio', { name: 'Dark theme' }).check();
    // People who want no motion still have colours pass over, for an instant.
    await expect.poll(() => background(page)).not.toBe(light);
    const dark = await background(page);
    // Without the app itself, it is dark from the first.
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.reload();
    expect(await background(page)).toBe(dark);
    await page.unroute('**/assets/index-*.js');
    await page.reload();
    await page.getByRole('radio', { name: 'Dark theme', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'System theme' }).check();
    await expect.poll(() => background(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => background(page)).toBe(dark);
  });

  it('changes in every open tab', async () => {
    const page = await openSignedIn('/runs', { colorScheme: 'light' });
    const other = await page.context().newPage();
    await other.goto('/costs');
    await other.getByRole('radio', { name: 'System theme', checked: true }).waitFor();
    await page.getByRole('radio', { name: 'Dark theme' }).check();
    await other.getByRole('radio', { name: 'Dark theme', checked: true }).waitFor();
  });
});

describeInBrowser('on a phone, the navigation', () => {
  it('has the groups and the theme behind More, and fits', async () => {
    const page = await openSignedIn('/runs', phone);
    await pages(page).getByRole('button', { name: /^More/ }).tap();
    const dialog = page.getByRole('dialog', { name: 'All pages' });
    await dialog.getByRole('group', { name: 'Govern' }).waitFor();
    await dialog.getByRole('radio', { name: 'Dark theme' }).tap();
    await dialog.getByRole('radio', { name: 'Dark theme', checked: true }).waitFor();
    await expectToFit(page);
  });
});
