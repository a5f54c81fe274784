import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { PerformanceView } from '../../contracts/trading/api/performance.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

const { ask } = api;

/** A desk account that has bought three and sold one. */
async function tradedAccount(): Promise<string> {
  const account = ownName('tear').toLowerCase();
  await ask('PUT', `/api/v1/accounts/${account}`, { name: account, members: ['local'] });
  const call = <Output>(name: string, args: object) =>
    ask<{ output: Output }>('POST', `/api/v1/tools/${name}`, {
      args,
      sideEffects: { policy: 'allow' },
    });
  for (const [side, quantity] of [
    ['buy', 3],
    ['sell', 1],
  ]) {
    const { output } = await call<{ price: number }>('get_price', { symbol: 'SPX' });
    const referencePrice = output.price;
    await call('create_paper_order', { symbol: 'SPX', side, quantity, referencePrice, account });
  }
  return account;
}

describeInBrowser('the performance of an account', () => {
  it('is a tear sheet, compared with what one asks for', async () => {
    const account = await tradedAccount();
    const view = await ask<PerformanceView>(
      'GET',
      `/api/v1/account/performance?account=${account}`,
    );
    const page = await openSignedIn(`/account?account=${account}`);
    await page.getByRole('link', { name: 'Performance', exact: true }).click();
    await page.waitForURL(`**/account/performance?account=${account}`);
    const profit = page.getByRole('region', { name: 'Profit and trades' });
    await profit.getByText(`${view.from} to`).waitFor();
    await profit.getByText(`They appear from ${view.ratiosFrom} on`).waitFor();
    const months = page.getByRole('region', { name: 'Monthly returns' });
    await months.getByText(view.from!.slice(0, 4), { exact: true }).waitFor();
    for (const by of ['agent', 'pipeline']) {
      const table = page.getByRole('region', { name: `Profit by ${by}` });
      await table.getByText('Person or API').waitFor();
    }
    await page.getByRole('region', { name: 'Profit by symbol' }).getByText('SPX').waitFor();
    await page.getByRole('group', { name: /^From .* return .* maximum drawdown/ }).waitFor();
    await expectAccessibleInBothSchemes(page, 'the tear sheet');

    const benchmark = page.getByRole('combobox', { name: 'Benchmark' });
    expect(await benchmark.inputValue()).toBe('SPX');
    await benchmark.fill('nothing');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/benchmark=NOTHING/);
    await page.getByRole('alert').getByText('NOTHING').waitFor();
    await benchmark.fill('spx');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/benchmark=SPX/);
    await page.getByRole('columnheader', { name: 'SPX' }).waitFor();
  });

  it('is downloaded as CSV, as everything else of the account is, from each of its pages', async () => {
    const account = await tradedAccount();
    const page = await openSignedIn('/nowhere');
    for (const path of ['', '/orders', '/performance', '/gates']) {
      await page.goto(`/account${path}?account=${account}`);
      // The menu moves with the page while that still loads.
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      await page.getByRole('menuitem', { name: 'Fills' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Fills' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${account}-fills.csv`);
      const stream = await download.createReadStream();
      const lines = (await text(stream)).split('\r\n').slice(1, -1);
      expect(lines.map((line) => line.split(',').slice(1, 4))).toEqual([
        ['SPX', 'buy', '3'],
        ['SPX', 'sell', '1'],
      ]);
    }
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('menuitem', { name: 'Fills' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'the files');
  });

  it('fits on a phone', async () => {
    const account = await tradedAccount();
    const page = await openSignedIn(`/account/performance?account=${account}`, phone);
    await page.getByRole('region', { name: 'Monthly returns' }).waitFor();
    await expectToFit(page, 'the tear sheet');
  });

  it('begins with the first fill', async () => {
    const account = ownName('unused').toLowerCase();
    await ask('PUT', `/api/v1/accounts/${account}`, { members: ['local'] });
    const page = await openSignedIn(`/account/performance?account=${account}`);
    await page.getByText('Performance starts with the first fill.').waitFor();
  });
});
