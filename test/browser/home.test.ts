import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from './support/api.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startOrderRun } from './support/order-run.ts';
import { ownName } from './support/own.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';

const { ask, startRun, untilStatus } = api;

const failing = (name: string) => ({
  name,
  title: `Fails: ${name}`,
  nodes: [{ id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'NOTHING' } }],
});

describeInBrowser('the home page', () => {
  it('shows what waits, live, and leads to the decision', async () => {
    const page = await openSignedIn('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const { id } = await startOrderRun(api);
    const waiting = page.getByRole('region', { name: 'Waits for you' });
    const row = waiting.getByRole('listitem').filter({
      has: page.locator(`a[href*="${id}"]`),
    });
    await row.getByText('SPX').first().waitFor();
    await row.getByRole('link').click();
    await page.waitForURL(new RegExp(`/runs/${id}`));
    await page.getByRole('button', { name: 'Approve' }).first().waitFor();
    await ask('POST', `/api/v1/runs/${id}/cancel`);
    await untilStatus(id, 'cancelled');
    await page.getByRole('link', { name: 'Home' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('shows what failed and why, and leads to its retry', async () => {
    const name = ownName('price');
    await ask('POST', '/api/v1/pipelines', failing(name));
    const { id } = await startRun(name, {});
    await untilStatus(id, 'failed');
    const page = await openSignedIn('/');
    const row = page
      .getByRole('region', { name: 'Failed' })
      .getByRole('listitem')
      .filter({ hasText: name });
    await row.getByText(/NOTHING/).waitFor();
    await row.getByRole('link', { name: /^Retry/ }).click();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/runs/${id}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(`**/runs/${id}`);
    // A failure that was retried is counted, and no longer shown: its retry is.
    await ask('POST', `/api/v1/runs/${id}/retry`, {});
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('region', { name: 'Failed' }).locator(`a[href*="${id}"]`).first().waitFor({
      state: 'detached',
    });
    await page.getByText(/failed in the last 7 days and (was|were) retried/).waitFor();
  });

  it('shows costs, the account and what starts next, in light, dark and on a phone', async () => {
    const page = await openSignedIn('/');
    await page
      .getByRole('region', { name: 'Cost' })
      .getByText('Last 7 days', { exact: true })
      .waitFor();
    await page.getByRole('region', { name: 'Paper account' }).getByText(/\$/).first().waitFor();
    await page.getByRole('region', { name: 'Starts next' }).getByRole('link').first().waitFor();
    await expectAccessibleInBothSchemes(page, 'the home page');
    const narrow = await openSignedIn('/', phone);
    await narrow.getByRole('region', { name: 'Paper account' }).getByText(/\$/).first().waitFor();
    await expectToFit(narrow);
    // The example in the field takes three lines there.
    const field = (await narrow.getByLabel('What do you want?').boundingBox())!;
    expect(field.height).toBeGreaterThan(70);
  });
});

describeInBrowser('the first start', () => {
  let baton: OwnBaton;
  beforeAll(async () => {
    baton = await startOwnBaton();
  });
  afterAll(() => baton?.stop());

  it('leads to the first approved paper trade in a few steps', async () => {
    const own = createApi(baton);
    const page = await openSignedIn('/', {}, baton);
    const guide = page.getByRole('region', { name: 'First steps' });
    await guide.waitFor();
    await expectAccessibleInBothSchemes(page, 'the first steps');
    await guide.getByRole('button', { name: 'Start it now' }).click();
    await page.waitForURL(/\/runs\/run_/);
    const [, id] = /runs\/(run_\w+)/.exec(page.url())!;
    await own.untilStatus(id!, 'waiting');
    await page.getByRole('link', { name: 'Home' }).click();
    await guide.getByText('Done').or(guide.getByLabel('Done')).first().waitFor();
    await guide.getByRole('link', { name: 'Go to the decision' }).click();
    await page.getByRole('button', { name: 'Approve' }).first().click();
    await own.untilStatus(id!, 'completed');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('region', { name: 'Paper account' }).getByText('SPX').first().waitFor();
    await guide.getByRole('link', { name: 'New pipeline' }).click();
    await page.waitForURL('**/pipelines/new');
  });
});
