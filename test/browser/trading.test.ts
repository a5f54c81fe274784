import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import type { KillSwitchView } from '../../contracts/trading/api/trading.ts';
import type { OrderView } from '../../contracts/trading/api/account.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownQuantity } from './support/own.ts';

const { ask } = api;

async function priceOf(symbol: string): Promise<number> {
  const path = '/api/v1/tools/get_price';
  const { output } = await ask<{ output: { price: number } }>('POST', path, { args: { symbol } });
  return output.price;
}

async function ordersOf(quantity: string): Promise<OrderView[]> {
  const { items } = await ask<{ items: OrderView[] }>('GET', '/api/v1/account/orders?limit=200');
  return items.filter((order) => order.quantity === quantity);
}

async function openTicket(page: Page, typed: Record<string, string>) {
  await page.getByRole('button', { name: 'New order' }).click();
  const ticket = page.getByRole('dialog', { name: 'New order' });
  await ticket.getByLabel('Symbol').fill('SPX');
  await ticket.getByText(/ now/).waitFor();
  for (const [label, text] of Object.entries(typed)) await ticket.getByLabel(label).fill(text);
  return ticket;
}

/** Whether the middle of an element is seen, and not what lies over it. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

describeInBrowser('an order', () => {
  it('is checked against every gate, and then placed once', async () => {
    const quantity = ownQuantity();
    const stopLoss = ((await priceOf('SPX')) / 2).toFixed(2);
    const page = await openSignedIn('/account');
    const ticket = await openTicket(page, { Quantity: quantity, 'Stop loss': stopLoss });
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket.getByText(/All \d+ risk checks passed/).waitFor();
    await expectAccessible(page, 'the ticket');
    expect(await ordersOf(quantity)).toEqual([]);
    await ticket.getByRole('button', { name: `Buy ${quantity} SPX` }).click();
    await page.getByText(`Bought ${quantity} SPX at`).waitFor();
    await ticket.waitFor({ state: 'detached' });
    const placed = await ordersOf(quantity);
    expect(placed.map(({ leg, status }) => [leg, status])).toEqual([
      ['stop', 'accepted'],
      ['entry', 'filled'],
    ]);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: `Buy ${quantity} SPX` }).click();
    const history = page.getByRole('region', { name: 'History' });
    for (const event of ['Submitted', 'Accepted', 'Filled'])
      await history.getByText(event).waitFor();
    await page
      .getByRole('region', { name: 'Candles' })
      .getByText(`Bought ${quantity} at`)
      .waitFor();
    await page.getByRole('region', { name: 'Stop loss and take profit' }).waitFor();
    await expectAccessible(page, 'the order');
    await expectToFit(page, 'the order');
  });

  it('that a gate refuses is not placed, and what is changed is checked again', async () => {
    const page = await openSignedIn('/account/orders');
    const ticket = await openTicket(page, { Quantity: '90000.125' });
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket.getByText(/risk checks failed/).waitFor();
    await ticket.getByText('Order limit:').waitFor();
    await ticket.getByRole('button', { name: 'Check order' }).waitFor();
    expect(await ordersOf('90000.125')).toEqual([]);
    await ticket.getByLabel('Quantity').fill('0.0625');
    await ticket.getByText(/risk checks failed/).waitFor({ state: 'detached' });
  });

  it('with a value that makes no sense says so at its field', async () => {
    const page = await openSignedIn('/account');
    const ticket = await openTicket(page, { Quantity: 'many' });
    const add = ticket.getByRole('button', { name: 'Add linked order' });
    expect(await add.count()).toBe(0);
    await ticket.getByLabel('Type').selectOption('limit');
    await add.click();
    await add.click();
    await ticket.getByRole('button', { name: 'Remove linked order 2' }).click();
    const linked = ticket.getByRole('group', { name: 'Linked order 1' });
    await linked.getByLabel('Stop price').fill('low');
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await expect.poll(() => ticket.getByRole('alert').evaluate(isInSight)).toBe(true);
    for (const field of [ticket.getByLabel('Quantity'), linked.getByLabel('Stop price')]) {
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    expect(await ticket.getByRole('group', { name: 'Linked order 2' }).count()).toBe(0);
  });

  it('asks at its fields for what is not typed yet', async () => {
    const page = await openSignedIn('/account/orders');
    await page.getByRole('button', { name: 'New order' }).click();
    const ticket = page.getByRole('dialog', { name: 'New order' });
    await ticket.getByRole('button', { name: 'Check order' }).click();
    for (const label of ['Symbol', 'Quantity']) {
      await expect.poll(() => ticket.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
    }
    await ticket.getByLabel('Symbol').fill('SPX');
    expect(await ticket.getByLabel('Symbol').getAttribute('aria-invalid')).toBeNull();
  });

  it('that waits for its price can be linked with another, canceled with it, and shows it', async () => {
    const quantity = ownQuantity();
    const price = await priceOf('SPX');
    const page = await openSignedIn('/account/orders');
    await page.getByRole('button', { name: 'New order' }).click();
    const ticket = page.getByRole('dialog', { name: 'New order' });
    await ticket.getByLabel('Symbol').fill('SPX');
    await ticket.getByText(/ now/).waitFor();
    await ticket.getByLabel('Quantity').fill(quantity);
    await ticket.getByLabel('Type').selectOption('limit');
    await ticket.getByLabel('Limit price').fill((price / 2).toFixed(2));
    await ticket.getByRole('button', { name: 'Add linked order' }).click();
    const linked = ticket.getByRole('group', { name: 'Linked order 1' });
    await linked.getByLabel('Stop price').fill((price * 1.5).toFixed(2));
    await expectAccessible(page, 'the ticket with a linked order');
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket.getByRole('button', { name: `Buy ${quantity} SPX` }).click();
    await ticket.waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('open');
    await page.waitForURL(/status=open/);
    expect((await ordersOf(quantity)).map(({ type }) => type).toSorted()).toEqual([
      'limit',
      'stop',
    ]);
    await page
      .getByRole('button', { name: `Cancel: Buy ${quantity} SPX` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `Cancel: Buy ${quantity} SPX?` });
    await dialog.getByLabel('Reason').fill('Changed my mind');
    await expectAccessible(page, 'the cancel dialog');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect
      .poll(async () => (await ordersOf(quantity)).map(({ status }) => status))
      .toEqual(['canceled', 'canceled']);
    await page.getByLabel('Status').selectOption('canceled');
    await page
      .getByRole('link', { name: `Buy ${quantity} SPX` })
      .first()
      .click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Cancel requested').first().waitFor();
    await history.getByText('Changed my mind').first().waitFor();
  });

  it('can be replaced on its page', async () => {
    const price = await priceOf('SPX');
    const quantity = ownQuantity();
    const [limitPrice, better] = [price / 2, price / 2 + 1].map((one) => Number(one.toFixed(2)));
    const args = { symbol: 'SPX', side: 'buy', referencePrice: price, type: 'limit', limitPrice };
    await ask('POST', '/api/v1/tools/create_paper_order', {
      user: 'operator',
      sideEffects: { policy: 'allow' },
      args: { ...args, quantity: Number(quantity) },
    });
    const [order] = await ordersOf(quantity);
    const page = await openSignedIn(`/account/orders/${order!.id}`);
    await page.getByRole('button', { name: `Replace: Buy ${quantity} SPX` }).click();
    const dialog = page.getByRole('dialog', { name: `Replace: Buy ${quantity} SPX` });
    await dialog.getByLabel('Limit price').fill(String(better));
    await expectAccessible(page, 'the dialog that replaces an order');
    await dialog.getByRole('button', { name: 'Replace order' }).click();
    await dialog.waitFor({ state: 'detached' });
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText(`limitPrice ${better}`).waitFor();
    await ask('POST', `/api/v1/account/orders/${order!.id}/cancel`, {});
  });

  it('is in the list of a phone with the way to cancel it, also beside one that was denied at length', async () => {
    const price = await priceOf('SPX');
    const path = '/api/v1/tools/create_paper_order';
    const args = { symbol: 'SPX', side: 'buy', referencePrice: price };
    const sideEffects = { policy: 'allow' };
    // The same account as that of the page, and calls of the other tests count apart.
    const user = 'operator';
    const denied = ask('POST', path, { user, sideEffects, args: { ...args, quantity: 90_000 } });
    await expect(denied).rejects.toThrow('order limit');
    const quantity = ownQuantity();
    const limitPrice = Number((price / 2).toFixed(2));
    const waits = { ...args, quantity: Number(quantity), type: 'limit', limitPrice };
    await ask('POST', path, { user, sideEffects, args: waits });
    const page = await openSignedIn('/account/orders', phone);
    const name = `Cancel: Buy ${quantity} SPX`;
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(phone.viewport.width);
    await page
      .getByText(/order limit:/)
      .first()
      .waitFor();
    const [order] = await ordersOf(quantity);
    await ask('POST', `/api/v1/account/orders/${order!.id}/cancel`, {});
  });

  it('can be placed on a phone', async () => {
    const page = await openSignedIn('/account', phone);
    await page.getByRole('button', { name: 'New order' }).waitFor();
    for (const path of ['/account', '/account/orders', '/account/gates']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Paper account' }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectToFit(page, path);
    }
    const ticket = await openTicket(page, { Quantity: '0.0625' });
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket
      .getByRole('region', { name: 'Risk checks' })
      .or(ticket.getByRole('status'))
      .first()
      .waitFor();
    await expectToFit(page, 'the ticket');
  });
});

describeInBrowser('the kill switch', () => {
  afterEach(() => ask('PUT', '/api/v1/account/kill-switch', { on: false }));

  it('stops all orders once it is confirmed, is seen everywhere, and is turned back by a person', async () => {
    const page = await openSignedIn('/account');
    await page.getByRole('link', { name: 'Trading is on' }).click();
    await page.getByRole('button', { name: 'Stop all trading' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop all trading?' });
    await dialog.getByLabel('Reason').fill('It is tested');
    await expectAccessible(page, 'the switch');
    await dialog.getByRole('button', { name: 'Stop all trading' }).click();
    await page.getByRole('link', { name: 'Trading is stopped' }).waitFor();
    const state = await ask<KillSwitchView>('GET', '/api/v1/account/kill-switch');
    expect(state).toMatchObject({ on: true, reason: 'It is tested' });

    const ticket = await openTicket(page, { Quantity: '0.0625' });
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket.getByText('Kill switch:').waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/runs');
    await page
      .getByText('Trading is stopped. Baton accepts only orders that reduce a position.')
      .waitFor();
    await page.getByRole('link', { name: 'Open kill switch' }).click();
    await page.getByRole('button', { name: 'Resume trading' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume trading' }).click();
    await page.getByRole('link', { name: 'Trading is on' }).waitFor();
    await page.getByRole('region', { name: 'Changes' }).getByText('It is tested').waitFor();
  });
});

describeInBrowser('the gates', () => {
  afterEach(() => ask('PUT', '/api/v1/account/gates', { gates: {} }));

  it('say what is used of them, and can be set', async () => {
    const page = await openSignedIn('/account/gates');
    const gates = page.getByRole('region', { name: 'Gates', exact: true });
    await gates
      .getByRole('row', { name: /Gross exposure/ })
      .getByText(/%/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Edit gates' }).click();
    await page.getByRole('combobox', { name: /Open orders/ }).selectOption('Limit');
    await page.getByLabel('Open orders: limit').fill('7');
    await page.getByRole('button', { name: 'Save gates' }).click();
    await gates.getByRole('row', { name: /Open orders 7/ }).waitFor();
    await page
      .getByRole('region', { name: 'Changes' })
      .getByText('Open orders: default → 7')
      .waitFor();
  });

  it('that are optional can be switched off, also after they were set again', async () => {
    await ask('PUT', '/api/v1/account/gates', { gates: { dailyLoss: 2_500 } });
    const page = await openSignedIn('/account/gates');
    const loss = page.getByRole('region', { name: 'Gates', exact: true }).getByRole('row', {
      name: /Daily loss/,
    });
    await loss.getByText('$2,500.00').waitFor();
    await page.getByRole('button', { name: 'Edit gates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit gates' });
    // The form is longer than the screen; its buttons stay in sight.
    const [inDialog, inButton] = [
      await dialog.boundingBox(),
      await dialog.getByRole('button', { name: 'Save gates' }).boundingBox(),
    ];
    expect(inButton!.y + inButton!.height).toBeLessThan(inDialog!.y + inDialog!.height);
    await dialog.getByRole('combobox', { name: /Daily loss/ }).selectOption('No limit');
    await expectAccessible(page, 'the gates');
    await dialog.getByRole('button', { name: 'Save gates' }).click();
    await loss.getByText('no limit').waitFor();
    // The form keeps it when something else is set.
    await page.getByRole('button', { name: 'Edit gates' }).click();
    await dialog.getByRole('combobox', { name: /Open orders/ }).selectOption('Limit');
    await dialog.getByLabel('Open orders: limit').fill('9');
    await dialog.getByRole('button', { name: 'Save gates' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await ask('GET', '/api/v1/account/gates')).toMatchObject({
      changes: { dailyLoss: null, openOrders: 9 },
    });
  });

  it('say that a limit is missing where one was chosen and not written', async () => {
    const page = await openSignedIn('/account/gates');
    await page.getByRole('button', { name: 'Edit gates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit gates' });
    await dialog.getByRole('combobox', { name: /Daily loss/ }).selectOption('Limit');
    await dialog.getByRole('button', { name: 'Save gates' }).click();
    await expect.poll(() => dialog.getByLabel('Limit').getAttribute('aria-invalid')).toBe('true');
  });
});
