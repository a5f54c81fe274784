import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { startOrderRun } from './support/order-run.ts';
import { ownQuantity } from './support/own.ts';
import { visit } from './support/visit.ts';

const { ask, startRun, untilStatus } = api;

type Shown = {
  path: string;
  heading: string;
  /** What is opened on the page before it is looked at. */
  open?: (page: Page) => Promise<unknown>;
};

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** Every page with its first heading, where that is always the same, and what opens over it; the runs by what they are. */
const shown: Shown[] = [
  { path: '/', heading: 'Home' },
  { path: '/pipelines', heading: 'Pipelines' },
  { path: '/pipelines', heading: 'Pipelines', open: press('Import') },
  { path: '/pipelines/research-to-trading', heading: 'Research, then trade' },
  { path: '/pipelines/research-to-trading/edit', heading: 'Research, then trade' },
  { path: '/pipelines/new', heading: '' },
  { path: '/gallery', heading: 'Gallery' },
  { path: '/say', heading: 'Say it' },
  { path: '/runs', heading: 'Runs' },
  { path: '/runs?status=timeout', heading: 'Runs' },
  { path: '/runs/OVER', heading: 'Ask for an order' },
  { path: '/runs/AGENTS', heading: 'Three analysts, one decision' },
  { path: '/runs/WAITING', heading: 'Ask for an order' },
  { path: '/runs/WAITING', heading: 'Ask for an order', open: press('Cancel run') },
  { path: '/triggers', heading: 'Triggers' },
  { path: '/triggers/watch-positions.market_hours', heading: 'While the market is open' },
  { path: '/tasks', heading: 'Tasks' },
  { path: '/tasks', heading: 'Tasks', open: press('New task') },
  { path: '/tasks?priority=low', heading: 'Tasks' },
  { path: '/notifications', heading: 'Notifications' },
  { path: '/notifications', heading: 'Notifications', open: press('Settings') },
  { path: '/approvals', heading: 'Approvals' },
  { path: '/approvals', heading: 'Approvals', open: press('Edit') },
  { path: '/approvals?view=history', heading: 'Approvals' },
  { path: '/account', heading: 'Paper account' },
  { path: '/account', heading: 'Paper account', open: press('New order') },
  { path: '/account/orders', heading: 'Paper account' },
  { path: '/account/orders?status=expired', heading: 'Paper account' },
  { path: '/account/performance', heading: 'Paper account' },
  { path: '/account/gates', heading: 'Paper account' },
  { path: '/account/gates', heading: 'Paper account', open: press('Edit gates') },
  { path: '/account/gates', heading: 'Paper account', open: press('Stop all trading') },
  { path: '/watchlist', heading: 'Watchlist and alerts' },
  { path: '/watchlist', heading: 'Watchlist and alerts', open: press('New alert') },
  { path: '/agents', heading: 'Agents' },
  { path: '/agents', heading: 'Agents', open: press(/New task:/) },
  { path: '/agents', heading: 'Agents', open: press('New agent') },
  { path: '/agents/research/memory', heading: 'Memory of research' },
  { path: '/tools', heading: 'Tools' },
  { path: '/tools/create_paper_order', heading: 'Tools' },
  {
    path: '/tools/create_paper_order',
    heading: 'Tools',
    async open(page) {
      await press('Fill in example')(page);
      await press('Call tool')(page);
    },
  },
  { path: '/tools/scrape_page', heading: 'Tools' },
  { path: '/audit', heading: 'Audit log' },
  { path: '/audit?outcome=refused&sideEffect=true', heading: 'Audit log' },
  { path: '/users', heading: 'Users' },
  { path: '/users', heading: 'Users', open: press('Add user settings') },
  { path: '/access', heading: 'Access' },
  { path: '/access', heading: 'Access', open: press('Create key') },
  { path: '/access/sessions', heading: 'Access' },
  { path: '/access/log', heading: 'Access' },
  { path: '/requests', heading: 'Requests' },
  { path: '/requests?status=failed&text=no+such+text', heading: 'Requests' },
  { path: '/requests/playground', heading: 'Requests' },
  { path: '/requests/examples', heading: 'Requests' },
  { path: '/models', heading: 'Models' },
  { path: '/costs', heading: 'Costs' },
  { path: '/costs?by=run', heading: 'Costs' },
  { path: '/costs', heading: 'Costs', open: press('New budget') },
  { path: '/runs', heading: 'Runs', open: (page) => page.keyboard.press('Control+k') },
  { path: '/runs', heading: 'Runs', open: (page) => page.keyboard.press('?') },
];

describeInBrowser('every page', () => {
  let over: RunView;
  let waiting: RunView;
  let agents: RunView;
  beforeAll(async () => {
    over = await startOrderRun(api);
    await ask('POST', `/api/v1/approvals/${over.id}.confirm`, { decision: 'approve' });
    await untilStatus(over.id, 'completed');
    waiting = await startOrderRun(api);
    agents = await startRun('analyst-team', { symbol: 'SPX' });
    await untilStatus(agents.id, 'completed');
    await ask('PUT', '/api/v1/budgets/user:ada', { usd: 2, onLimit: 'ask' });
  });
  afterAll(() => ask('POST', `/api/v1/runs/${waiting.id}/cancel`));

  it('and what opens over it has no faults that axe finds', async () => {
    const page = await openSignedIn('/nowhere');
    await page.getByText('Page not found').waitFor();
    await expectAccessibleInBothSchemes(page, 'a page that there is not');
    for (const { path, heading, open } of shown) {
      const ids = { OVER: over.id, WAITING: waiting.id, AGENTS: agents.id };
      await visit(
        page,
        path.replace(/[A-Z]+$/, (name) => ids[name as keyof typeof ids]),
      );
      await page
        .getByRole('heading', heading === '' ? {} : { name: heading })
        .first()
        .waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await open?.(page);
      if (open)
        await page
          .getByRole(path === '/approvals' ? 'group' : 'dialog')
          .first()
          .waitFor();
      await expectAccessibleInBothSchemes(page, `${path}${open ? ' opened' : ''}`);
      // What belongs to every page, such as the palette, stays open where one goes.
      if (open) await page.keyboard.press('Escape');
    }
  }, 300_000);

  it('is named in the tab of the browser', async () => {
    const page = await openSignedIn('/tools/get_price');
    await page.waitForFunction(() => document.title === 'get_price · Baton');
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.waitForFunction(() => document.title === 'Costs and health · Baton');
    await page.goto(`/runs/${over.id}`);
    await page.waitForFunction(() => document.title === 'Ask for an order · Baton');
  });

  it('that does not exist says so, and links to others', async () => {
    const page = await openSignedIn('/nowhere');
    await page.getByText('Page not found').waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  });
});

describeInBrowser('the tools', () => {
  it('can be searched, and tried with what their schema asks for', async () => {
    const page = await openSignedIn('/tools');
    await page.getByLabel('Search tools').fill('bars of an instrument');
    await page.getByRole('link', { name: /get_ohlcv/ }).click();
    expect(page.url()).toContain('/tools/get_ohlcv');
    await page.getByRole('textbox', { name: 'Limit' }).fill('many');
    await page.getByLabel('Symbol').fill('SPX');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('textbox', { name: 'Limit' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await page.getByRole('textbox', { name: 'Limit' }).fill('2');
    await page.getByRole('button', { name: 'Call tool' }).click();
    const bars = page.getByRole('region', { name: 'Answer' }).getByRole('table');
    await bars.getByRole('row').nth(2).waitFor();
    expect(await bars.getByRole('row').count()).toBe(3);
  });

  it('ask before they change something, and do it once', async () => {
    const quantity = ownQuantity();
    const price = await ask<{ output: { price: number } }>('POST', '/api/v1/tools/get_price', {
      args: { symbol: 'SPX' },
    });
    const page = await openSignedIn('/tools/create_paper_order');
    await page.getByLabel('Symbol').fill('SPX');
    await page.getByLabel('Side').selectOption('buy');
    await page.getByLabel('Quantity').fill(quantity);
    await page.getByLabel('Reference price').fill(String(price.output.price));
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByRole('dialog').getByText(quantity, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('Filled completely.').waitFor();
    const { items } = await ask<{ items: { quantity: string }[] }>('GET', '/api/v1/account/orders');
    expect(items.filter((order) => order.quantity === quantity)).toHaveLength(1);
  });
});

describeInBrowser('an agent', () => {
  it('is given a task, and can be watched', async () => {
    const page = await openSignedIn('/agents');
    await page.getByRole('button', { name: 'New task: Market researcher' }).click();
    await page.getByRole('textbox', { name: 'Task' }).fill('Analyse SPX.');
    await page.getByRole('button', { name: 'Start task' }).click();
    await page.waitForURL(/\/runs\/run_/);
    await page.getByRole('heading', { name: 'Task: Market researcher' }).waitFor();
    await untilStatus(new URL(page.url()).pathname.split('/').at(-1)!, 'completed');
  });
});

describeInBrowser('budgets', () => {
  afterEach(() => ask('DELETE', '/api/v1/budgets/user:eve').catch(() => undefined));

  it('are set, changed and removed', async () => {
    const page = await openSignedIn('/costs');
    await page.getByRole('button', { name: 'New budget' }).click();
    await page.getByRole('textbox', { name: 'User' }).fill('eve');
    await page.getByLabel('Budget per day (USD)').fill('0.5');
    await page.getByRole('button', { name: 'Save budget' }).click();
    const budget = page.getByRole('article', { name: 'User eve' });
    await budget.getByText('of $0.50 today').waitFor();
    await budget.getByRole('button', { name: /^Edit budget/ }).click();
    await page.getByLabel('Budget per day (USD)').fill('0.75');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await budget.getByText('of $0.75 today').waitFor();
    await budget.getByRole('button', { name: /^Remove budget/ }).click();
    await budget.waitFor({ state: 'detached' });
  });
});

describeInBrowser('the palette', () => {
  it('leads everywhere by the keyboard alone', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('get_indicators');
    await page.getByRole('option', { name: /get_indicators/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tools\/get_indicators/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByRole('link', { name: 'React Flow' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
