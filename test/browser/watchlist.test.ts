import { afterEach, expect, it } from 'vitest';
import type { AlertView } from '../../contracts/trading/api/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';

const { ask } = api;

async function alerts(): Promise<AlertView[]> {
  return (await ask<{ items: AlertView[] }>('GET', '/api/v1/alerts?user=local')).items;
}

afterEach(async () => {
  await Promise.all((await alerts()).map(({ id }) => ask('DELETE', `/api/v1/alerts/${id}`)));
  await ask('DELETE', '/api/v1/watchlist/SPX').catch(() => undefined);
});

describeInBrowser('the watchlist', () => {
  it('follows an instrument with its price, and leaves it again', async () => {
    const page = await openSignedIn('/watchlist');
    await page.getByText('No symbols yet. Follow one above.').waitFor();
    await page.getByLabel('Symbol to follow').fill('spx');
    await page.getByLabel('Note').first().fill('The index');
    await page.getByRole('button', { name: 'Follow' }).click();
    const row = page.getByRole('row', { name: /SPX/ });
    await row.getByText(/^[\d,]+\.\d+$/).waitFor();
    await row.getByText('The index').waitFor();
    await expectAccessible(page, 'the watchlist');
    await page.getByRole('button', { name: 'Remove SPX' }).click();
    await row.waitFor({ state: 'detached' });
  });
});

describeInBrowser('an alert', () => {
  it('is set, fires on the clock of the market, and is deleted', async () => {
    const page = await openSignedIn('/watchlist');
    await page.getByRole('button', { name: 'New alert' }).click();
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await dialog.getByLabel('Symbol').fill('SPX');
    await dialog.getByText(/^Current price: /).waitFor();
    await dialog.getByRole('textbox', { name: 'Price' }).fill('10');
    await dialog.getByLabel('Note').fill('Far below');
    await expectAccessible(page, 'the dialog');
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    const row = page.getByRole('row', { name: /SPX ≥ 10/ });
    await row.getByText('Far below').waitFor();
    await row.getByText('Triggered').waitFor({ timeout: 45_000 });
    await row.getByText(/market time/).waitFor();
    await page.getByRole('button', { name: 'Delete: SPX ≥ 10' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    // The row leaves before the server has answered.
    await expect.poll(alerts).toEqual([]);
  });

  it('without a price says so at its field', async () => {
    const page = await openSignedIn('/watchlist');
    await page.getByRole('button', { name: 'New alert' }).click();
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await dialog.getByLabel('Symbol').fill('SPX');
    await dialog.getByRole('textbox', { name: 'Price' }).fill('-5');
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Price' }).getAttribute('aria-invalid'))
      .toBe('true');
  });

  it('fits a phone', async () => {
    await ask('POST', '/api/v1/watchlist', { symbol: 'SPX', note: 'A note of some length' });
    await ask('POST', '/api/v1/alerts', { symbol: 'SPX', comparison: '<=', price: 1 });
    const page = await openSignedIn('/watchlist', phone);
    await page.getByText('SPX ≤ 1').waitFor();
    await page.getByRole('button', { name: 'Remove SPX' }).waitFor();
    await expectToFit(page);
  });
});
