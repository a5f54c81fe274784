import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KillSwitchView } from '../../contracts/trading/api/trading.ts';
import type { OrderView } from '../../contracts/trading/api/account.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { ownQuantity } from './support/own.ts';

const { ask } = api;
const setMembers = (members: string[]) =>
  ask('PUT', '/api/v1/accounts/macro', { name: 'Macro desk', members });
const switchOf = (query = '') => ask<KillSwitchView>('GET', `/api/v1/account/kill-switch${query}`);

async function ordersOf(query: string, quantity: string): Promise<OrderView[]> {
  const path = `/api/v1/account/orders?limit=200${query}`;
  const { items } = await ask<{ items: OrderView[] }>('GET', path);
  return items.filter((order) => order.quantity === quantity);
}

describeInBrowser('a desk account', () => {
  beforeEach(() => setMembers(['local', 'ann']));
  afterEach(async () => {
    for (const everyAccount of [false, true])
      await ask('PUT', '/api/v1/account/kill-switch?account=macro', { on: false, everyAccount });
    await setMembers(['ann']);
  });

  it('is chosen on the page, which then stays with it and trades on it', async () => {
    const quantity = ownQuantity();
    const page = await openSignedIn('/account');
    const account = page.getByRole('combobox', { name: 'Account' });
    await account.selectOption('Macro desk');
    await page.waitForURL('**/account?account=macro');
    await page.getByRole('button', { name: 'New order' }).click();
    const ticket = page.getByRole('dialog', { name: 'New order' });
    await ticket.getByLabel('Symbol').fill('SPX');
    await ticket.getByText(/ now/).waitFor();
    await ticket.getByLabel('Quantity').fill(quantity);
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket.getByRole('button', { name: `Buy ${quantity} SPX` }).click();
    await page.getByText(`Bought ${quantity} SPX at`).waitFor();
    expect(await ordersOf('&account=macro', quantity)).toMatchObject([{ status: 'filled' }]);
    expect(await ordersOf('', quantity)).toEqual([]);

    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.waitForURL('**/account/orders?account=macro');
    await page.getByRole('link', { name: `Buy ${quantity} SPX` }).click();
    await page.getByRole('region', { name: 'History' }).getByText('Filled').waitFor();
    await expectAccessible(page, 'an order of a desk');

    await account.selectOption('My account');
    await page.waitForURL(/\/account$/);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.waitForURL(/\/account\/orders$/);
    expect(await page.getByRole('link', { name: `Buy ${quantity} SPX` }).count()).toBe(0);
  });

  it('is stopped without the others, and lists who changed its members', async () => {
    const page = await openSignedIn('/account/gates?account=macro');
    await page.getByText('Members: local, ann').first().waitFor();
    await page.getByRole('button', { name: 'Stop all trading' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop all trading?' });
    await dialog.getByRole('button', { name: 'Stop all trading' }).click();
    await page.getByRole('link', { name: 'Trading is stopped' }).waitFor();
    expect((await switchOf('?account=macro')).on).toBe(true);
    expect((await switchOf()).on).toBe(false);
    await page.getByRole('button', { name: 'Resume trading' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume trading' }).click();
    await page.getByRole('link', { name: 'Trading is on' }).waitFor();
  });

  it('is stopped and continues with every other account', async () => {
    const page = await openSignedIn('/account/gates?account=macro');
    await page.getByRole('button', { name: 'Stop all trading' }).click();
    await page.getByLabel('Stop every account, not only this one').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop all trading' }).click();
    await page.getByText('trading is stopped on every account').waitFor();
    expect(await switchOf()).toMatchObject({ on: true, everyAccount: true });
    await expectAccessible(page, 'every account stopped');
    await page.getByRole('button', { name: 'Resume trading' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume trading' }).click();
    await page.getByRole('link', { name: 'Trading is on' }).waitFor();
    expect(await switchOf()).toMatchObject({ on: false, everyAccount: false });
  });
});
