import { it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { oneBacktest } from './support/one-backtest.ts';

const { ask } = api;

describeInBrowser('a backtest', () => {
  it('is tried, and shown as its curve, figures with their conventions, baselines and trades', async () => {
    const page = await openSignedIn('/tools/run_backtest');
    await page.getByLabel('Symbol').fill('SPX');
    await page.getByLabel('Entry', { exact: true }).fill('sma50 > sma200');
    await page.getByLabel('Exit', { exact: true }).fill('sma50 < sma200');
    await page.getByLabel('Out of sample').fill('0.3');
    await page.getByRole('button', { name: 'Call tool' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('group', { name: /Equity from .* maximum drawdown/ }).waitFor();
    const figures = answer.getByRole('region', { name: 'Metrics' });
    const sharpe = figures.getByRole('row', { name: /^Sharpe / }).first();
    await sharpe.getByText(/std\(r, ddof 1\)/).waitFor();
    await sharpe.getByText(/ to /).waitFor();
    await answer.getByRole('region', { name: 'Compared with random entries' }).waitFor();
    await answer.getByRole('row', { name: /Out-of-sample/ }).waitFor();
    const trades = answer.getByRole('region', { name: 'Trades', exact: true });
    const firstEntry = await trades.getByRole('row').nth(1).locator('time').first().textContent();
    await answer.getByRole('group', { name: /candles of SPX.*Bought/ }).waitFor();
    await answer
      .getByRole('region', { name: 'Trades on candles' })
      .getByText(`on ${firstEntry}`)
      .waitFor();
    await expectAccessible(page, 'the backtest');
  });

  it('is shown in the run that made it, also on a phone', async () => {
    const { id } = await ask<{ id: string }>('POST', '/api/v1/runs', {
      document: oneBacktest,
      input: {},
    });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    await page.getByRole('group', { name: /Equity from .* maximum drawdown/ }).waitFor();
    await expectAccessible(page, 'the run');
    const narrow = await openSignedIn(`/runs/${id}`, phone);
    await narrow.getByRole('group', { name: /Equity from .* maximum drawdown/ }).waitFor();
    await expectToFit(narrow);
  });

  it('beside others is a table, the best first, with what their number says of the best', async () => {
    const { id } = await api.startRun('parameter-sweep', { symbol: 'SPX' });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    const table = page.getByRole('region', { name: 'Backtests', exact: true });
    await table
      .getByRole('row', { name: /sma10 > sma50/ })
      .first()
      .waitFor();
    const sweep = page.getByRole('region', { name: 'Backtest comparison' });
    await sweep
      .getByRole('note')
      .getByText(/looks better than it is/)
      .waitFor();
    await expectAccessible(page, 'the sweep');
  });
});
