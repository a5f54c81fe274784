import { expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startResearchedOrderRun } from './support/order-run.ts';

const { ask } = api;

const call = (name: string, args: object) =>
  ask('POST', `/api/v1/tools/${name}`, { args, sideEffects: { policy: 'allow' } });

describeInBrowser('a tool', () => {
  it('says what it changes, who writes its answers, and what it lacks', async () => {
    const page = await openSignedIn('/tools/create_paper_order');
    const order = page.getByRole('article', { name: 'create_paper_order' });
    await order.getByText('Side effect').waitFor();
    await page.goto('/tools/scrape_page');
    const scraper = page.getByRole('article', { name: 'scrape_page' });
    await scraper.getByText('Untrusted answers').waitFor();
    await page.goto('/tools/query_database');
    await page
      .getByRole('article')
      .getByText(/Unavailable: set BATON_QUERY_DATABASE_URL/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Call tool' }).isDisabled()).toBe(true);
    await expectAccessible(page, 'a tool that lacks something');
  });

  it('shows what is left of its limits and how its calls went', async () => {
    await call('calculate_risk_reward', {
      side: 'long',
      entryPrice: 100,
      stopPrice: 90,
      targetPrice: 130,
    });
    await call('calculate_risk_reward', { entryPrice: 100 }).catch(() => undefined);
    const page = await openSignedIn('/tools/calculate_risk_reward');
    await page
      .getByRole('region', { name: 'Rate limit of local' })
      .getByText(/\d+ of 100 calls left this minute/)
      .waitFor();
    const calls = page.getByRole('region', { name: 'Calls by version' });
    await calls.getByText(/validation error/).waitFor();
    await calls.getByRole('row', { name: /^1 / }).waitFor();
    await page.getByLabel('Period').selectOption('1h');
    await calls.getByText(/validation error/).waitFor();
    await expectAccessible(page, 'quota and metrics');
    await page.getByRole('link', { name: 'Show in audit log' }).click();
    await page.waitForURL(/\/audit\?tool=calculate_risk_reward/);
  });

  it('asks for what is required before it asks to confirm', async () => {
    const page = await openSignedIn('/tools/create_paper_order');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByText('This field is required.').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectAccessible(page, 'a tool that was called with nothing');
    const symbol = page.getByLabel('Symbol', { exact: false }).first();
    expect(await symbol.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Fill in example' }).click();
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByRole('dialog', { name: 'Call create_paper_order?' }).waitFor();
  });

  it('can be filled in with its example, which it answers without a network', async () => {
    const page = await openSignedIn('/tools/get_ohlcv');
    await page.getByRole('button', { name: 'Fill in example' }).click();
    expect(await page.getByLabel('Symbol').inputValue()).toBe('SPX');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByRole('table').waitFor();
  });
});

describeInBrowser('the audit log', () => {
  it('holds what was refused, and is narrowed down in the address', async () => {
    await call('get_price', { symbol: 'SPX' });
    await call('get_price', { wrong: true }).catch(() => undefined);
    const page = await openSignedIn('/audit');
    const log = page.getByRole('region', { name: 'Audit log' });
    await log.getByText('Completed').first().waitFor();
    await page.getByLabel('Tool', { exact: true }).selectOption('get_price');
    await page.getByLabel('Outcome').selectOption('refused');
    await page.waitForURL(/tool=get_price.*outcome=refused/);
    await log.getByText('Refused: validation error').first().waitFor();
    await log.getByText('Completed').first().waitFor({ state: 'detached' });
    await expectAccessible(page, 'the audit log');
    await page.goto('/audit?code=PLAN_REQUIRED&tool=calculate');
    await page.getByText('No calls match this filter').waitFor();
    await page.getByRole('link', { name: 'Show all calls' }).click();
    await log.getByText('get_price').first().waitFor();
  });

  it('leaves out what it does not know of an address, which the API would refuse', async () => {
    await call('get_price', { symbol: 'SPX' });
    const page = await openSignedIn('/audit?outcome=none&tool=get_price&utm_source=mail');
    await page.waitForURL(({ search }) => search === '?tool=get_price');
    const log = page.getByRole('region', { name: 'Audit log' });
    await log.getByText('Completed').first().waitFor();
  });

  it('leads from an attempt to its run, and fits a phone', async () => {
    const { id } = await api.startRun('analyst-team', { symbol: 'SPX' });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/audit?run=${id}`);
    await page.getByRole('link', { name: 'Open run' }).first().click();
    await page.waitForURL(new RegExp(`/runs/${id}`));
    const narrow = await openSignedIn('/audit', phone);
    await narrow.getByRole('region', { name: 'Audit log' }).waitFor();
    await expectToFit(narrow);
  });
});

describeInBrowser('content from outside', () => {
  it('is marked where it is decided on, where it was read, and where it was used', async () => {
    const { id } = await startResearchedOrderRun(api);
    const page = await openSignedIn(`/runs/${id}`);
    await page.getByText('Based on untrusted content: search_news').waitFor();
    await page.locator('.react-flow__node[data-id="research"]').click();
    await page.getByText(/Based on untrusted content: search_news/).waitFor();
    await page.getByRole('tab', { name: 'Conversation' }).click();
    await page.getByText('Untrusted content: search_news', { exact: true }).first().waitFor();
    await expectAccessible(page, 'the conversation');
    await page.goto('/approvals');
    await page.getByText('Based on untrusted content: search_news').first().waitFor();
    await ask('POST', `/api/v1/runs/${id}/cancel`);
  });
});
