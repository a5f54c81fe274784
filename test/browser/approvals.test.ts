import { Client, Connection } from '@temporalio/client';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ApprovalToken, RunView } from '../../contracts/api/index.ts';
import { resolveApproval } from '../../workflows/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn, temporalAddress } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { startOrderRun } from './support/order-run.ts';

const { ask, untilStatus } = api;

/** The card that asks about a run's order. */
async function openCard(runId: string, options = {}) {
  const page = await openSignedIn('/approvals', options);
  const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${runId}"]`) });
  await card.waitFor();
  await card
    .getByRole('group', { name: 'If you approve now' })
    .getByText('Current price')
    .waitFor();
  return { page, card };
}

/** Signals an approval without its token. */
async function forge(runId: string): Promise<void> {
  const { temporalUrl } = await ask<RunView>('GET', `/api/v1/runs/${runId}`);
  const [, namespace = ''] = /namespaces\/([^/]+)\//.exec(temporalUrl ?? '') ?? [];
  const connection = await Connection.connect({ address: temporalAddress() });
  const { workflow } = new Client({ connection, namespace });
  const decision = { approvalId: `${runId}.confirm`, decision: 'approve', by: 'operator' } as const;
  await workflow.getHandle(runId).signal(resolveApproval, decision);
  await connection.close();
}

const waitingRun = async () => (await startOrderRun(api)).id;

describeInBrowser('several approvals', () => {
  it('are decided one after the other by the keyboard', async () => {
    const first = await waitingRun();
    const second = await waitingRun();
    const { page, card } = await openCard(first);
    const next = page.getByRole('article').filter({ has: page.locator(`a[href*="${second}"]`) });
    await next.waitFor();
    expect(await next.locator('[class*="sticky"]').count()).toBe(0);
    await card.getByRole('button', { name: 'Reject' }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await page.getByText('Rejected: Approve the order').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('li:has(article)'));
    await next.getByRole('button', { name: 'Reject' }).focus();
    await page.keyboard.press('Enter');
    await next.waitFor({ state: 'detached' });
  });

  it('go when somebody else has decided, and that is said', async () => {
    const id = await waitingRun();
    const { page, card } = await openCard(id);
    await ask('POST', `/api/v1/approvals/${id}.confirm`, { decision: 'reject' });
    await card.waitFor({ state: 'detached' });
    await page.getByText('No longer waiting: Approve the order').waitFor();
  });

  it('say who was first, where two decide at once', async () => {
    const id = await waitingRun();
    const { page, card } = await openCard(id);
    const answer = Promise.withResolvers<void>();
    await page.route(`**/api/v1/approvals/${id}.confirm`, async (route) => {
      await ask('POST', `/api/v1/approvals/${id}.confirm`, { decision: 'reject' });
      await untilStatus(id, 'completed');
      await route.continue();
      answer.resolve();
    });
    await card.getByRole('button', { name: 'Approve' }).click();
    await answer.promise;
    await page
      .getByText(/is already rejected/)
      .first()
      .waitFor();
  });
});

describeInBrowser('the signal command of an approval', () => {
  it('is shown when it is opened, copied whole, and holds the token', async () => {
    const id = await waitingRun();
    const { page, card } = await openCard(id);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const path = `/api/v1/approvals/${id}.confirm/token`;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByText('Copy signal command').click();
    await card.getByText(/^temporal workflow signal /).waitFor();
    expect(asked).toContain(path);
    await card.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Command copied').waitFor();
    const { command } = await ask<ApprovalToken>('GET', path);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Reject' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('lists the decisions that were ignored', async () => {
    const id = await waitingRun();
    const { page, card } = await openCard(id);
    await forge(id);
    await card.getByText('1 decision was ignored').click();
    await card.getByText(/^From operator, .*: no token$/).waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Reject' }).click();
    await card.waitFor({ state: 'detached' });
  });
});

describeInBrowser('the buttons of an approval', () => {
  it('stay where they are when what counts now is there', async () => {
    const id = await waitingRun();
    const page = await openSignedIn('/runs');
    const { promise: asked, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route('**/preview*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/runs/${id}`);
    const card = page.getByRole('article');
    const approve = card.getByRole('button', { name: 'Approve', exact: true });
    const now = card.getByRole('group', { name: 'If you approve now' });
    const topOf = () => approve.evaluate((button) => button.getBoundingClientRect().top);
    await now.waitFor();
    const before = await topOf();
    letThrough();
    await now.getByText('Current price').waitFor();
    expect(Math.abs((await topOf()) - before)).toBeLessThan(20);
    await card.getByRole('button', { name: 'Reject' }).click();
    await card.waitFor({ state: 'detached' });
  });
});

describeInBrowser('approving on a phone', () => {
  it('shows the order as an order, with buttons for thumbs, and nothing is too wide', async () => {
    const id = await waitingRun();
    const { page, card } = await openCard(id, phone);
    await card.getByText(/^(Buy|Sell) [\d.,]+ SPX$/).waitFor();
    await card.getByText('No stop loss').waitFor();
    await card.getByText('Ask for an order').waitFor();
    const now = card.getByRole('group', { name: 'If you approve now' });
    await now.getByText('Current price').waitFor();
    await now.getByText(/^[+−]?\d+\.\d\d\s%$/).waitFor();
    for (const name of ['Approve', 'Reject']) {
      const box = await card.getByRole('button', { name }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(120);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Show JSON' }).tap();
    await card.getByRole('region', { name: 'JSON' }).getByText('"referencePrice"').waitFor();
    await card.getByRole('button', { name: 'Reject' }).tap();
    await card.waitFor({ state: 'detached' });
    await untilStatus(id, 'completed');
  });

  it('approves, and the order is filled', async () => {
    const id = await waitingRun();
    const { card } = await openCard(id, phone);
    await card.getByLabel('Comment (optional)').fill('go');
    await card.getByRole('button', { name: 'Approve' }).tap();
    await card.waitFor({ state: 'detached' });
    const run = await untilStatus(id, 'completed');
    expect(run.output).toMatchObject({
      approval: { decision: 'approved', comment: 'go' },
      order: { order: { status: 'filled' } },
    });
  });

  it('approves with another quantity, which is what is ordered, and keeps it in the history', async () => {
    const id = await waitingRun();
    const { page, card } = await openCard(id, phone);
    await card.getByRole('button', { name: 'Edit' }).tap();
    await card.getByLabel('Quantity').fill('3.5');
    await card.getByText(/^(Buy|Sell) 3.5 SPX$/).waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Approve with changes' }).tap();
    await card.waitFor({ state: 'detached' });
    const run = await untilStatus(id, 'completed');
    expect(run.output).toMatchObject({ order: { order: { quantity: 3.5, status: 'filled' } } });

    await page.getByRole('tab', { name: 'History' }).tap();
    const decided = page.getByRole('article').filter({ has: page.locator(`a[href*="${id}"]`) });
    await decided.getByText('Approved, with changes').waitFor();
    expect(await decided.getByText('→').allTextContents()).toEqual(['Quantity 1.5 → 3.5']);
    await page.goto(`/runs/${id}`);
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('Changed before approval').waitFor();
    expect(await details.getByText('→').allTextContents()).toEqual(['Quantity 1.5 → 3.5']);
    await details.getByText('operator').first().waitFor();
  });

  it('says at the field what does not fit, in sight among others, and asks again', async () => {
    const other = await waitingRun();
    const id = await waitingRun();
    const { page, card } = await openCard(id, phone);
    await card.getByRole('button', { name: 'Edit' }).tap();
    await card.getByLabel('Quantity').fill('plenty');
    await card.getByRole('button', { name: 'Approve with changes' }).tap();
    await card.getByRole('alert').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"]'));
    // The form is taller than a phone: what is in sight is the field, with what is wrong of it.
    const field = card.getByLabel('Quantity');
    await expect.poll(() => textsInSight(field)).toMatch(/is not a number.*12\.5/);
    await card.getByRole('button', { name: 'Reject' }).tap();
    await card.waitFor({ state: 'detached' });
    await ask('POST', `/api/v1/approvals/${other}.confirm`, { decision: 'reject' });
  });

  it('checks the risks of what was changed when it is ordered', async () => {
    const id = await waitingRun();
    const { card } = await openCard(id, phone);
    await card.getByRole('button', { name: 'Edit' }).tap();
    await card.getByLabel('Quantity').fill('100000');
    await card.getByText('You can approve, but if nothing changes').waitFor();
    await card.getByRole('button', { name: 'Approve with changes anyway' }).tap();
    await card.waitFor({ state: 'detached' });
    const run = await untilStatus(id, 'failed');
    expect(run.error?.message).toContain('above the limit');
    const { items } = await ask<{ items: { status: string }[] }>('GET', '/api/v1/account/orders');
    expect(items[0]).toMatchObject({ status: 'denied', quantity: '100000' });
  });
});

/** What a field is described by, where it and all of that are in sight. */
const textsInSight = (field: Locator) =>
  field.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    const texts = ids.map((id) => document.getElementById(id));
    const areInSight = [element, ...texts].every((each) => {
      const { top, bottom } = each!.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
    return areInSight ? texts.map((each) => each!.textContent).join(' ') : '';
  });
