import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { RunView } from '../../contracts/api/index.ts';
import { turnReplayTo } from '../support/turn-replay-to.ts';
import { createApi } from './support/api.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import type { PageOptions } from './support/browser.ts';
import { desk, phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { oneBacktest } from './support/one-backtest.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';

/** Reads thirty bars, and then places an order once a person has approved it. */
const buyLater = {
  name: 'buy-later',
  nodes: [
    {
      id: 'bars',
      kind: 'tool',
      tool: 'get_ohlcv',
      args: { symbol: 'SPX', timeframe: '1d', limit: 30 },
    },
    { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
    {
      id: 'decide',
      kind: 'transform',
      value: { action: 'buy', symbol: 'SPX', referencePrice: '{{ nodes.price.output.price }}' },
    },
    {
      id: 'confirm',
      kind: 'approval',
      show: 'Buy?',
      tool: 'create_paper_order',
      args: {
        symbol: 'SPX',
        side: 'buy',
        quantity: 2.5,
        referencePrice: '{{ nodes.price.output.price }}',
      },
    },
    {
      id: 'order',
      kind: 'tool',
      tool: 'create_paper_order',
      args: '{{ nodes.confirm.output.args }}',
    },
  ],
  edges: [
    { from: 'bars', to: 'price' },
    { from: 'price', to: 'decide' },
    { from: 'decide', to: 'confirm' },
    { from: 'confirm', port: 'approved', to: 'order' },
  ],
};

describeInBrowser('charts', () => {
  let baton: OwnBaton;
  let run: string;
  let open: (path: string, options?: PageOptions) => Promise<Page>;
  beforeAll(async () => {
    baton = await startOwnBaton({
      BATON_MARKET_SOURCES: 'sample',
      BATON_MARKET_START: '2013-01-02',
      BATON_MARKET_BARS_PER_MINUTE: '60',
    });
    open = (path, options = {}) => openSignedIn(path, options, baton);
    const api = createApi(baton);
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', {
      document: buyLater,
      input: {},
    });
    await api.untilStatus(id, 'waiting');
    await turnReplayTo(baton.db, '2013-02-20');
    await api.approve(id, 'confirm');
    await api.untilStatus(id, 'completed');
    run = id;
  });
  afterAll(() => baton?.stop());

  it('have every bar between what was decided and what was filled', async () => {
    const page = await open(`/runs/${run}`);
    const market = marketOf(page);
    await market.getByText('bars that the run did not read were loaded for this chart').waitFor();
    // The run read the bars up to January 2nd, and has the one that filled the order.
    await expect.poll(() => barsOf(market)).toBeGreaterThan(60);
    await market.getByText(/gaps: /).waitFor({ state: 'detached' });
    await market.getByText(/^Bought 2\.50? at 1,5\d\d\.\d\d, fee \$\d/).waitFor();
    await market.getByText(/replay of real S&P 500 bars/).waitFor();
    await market
      .getByText(/\d(\.\d)?[BM]$/)
      .first()
      .waitFor();
    await expectAccessibleInBothSchemes(page, 'the candles of the run');
  });

  it('load earlier bars when one scrolls to the first', async () => {
    const page = await open('/account');
    const market = marketOf(page);
    await market.locator('canvas').first().waitFor();
    const before = await barsOf(market);
    await market.getByRole('group').first().hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(-20_000, 0);
        return barsOf(market);
      })
      .toBeGreaterThan(before);
  });

  it('show equity and drawdown of an account beside the same money in a benchmark', async () => {
    const page = await open('/account');
    const chart = page.getByRole('group', {
      name: /^Equity from \$.* to \$.*; maximum drawdown .*%; SPX, bought and held: \$/,
    });
    await chart.waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Drawdown' }).waitFor();
    const benchmark = page.getByRole('combobox', { name: 'Benchmark' });
    await benchmark.fill('nothing');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('alert').getByText('No benchmark NOTHING').waitFor();
    await benchmark.fill('');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('group', { name: /maximum drawdown [^;]*$/ }).waitFor();
    await benchmark.fill('spx');
    await page.getByRole('button', { name: 'Compare' }).click();
    await chart.waitFor();
    await expectAccessibleInBothSchemes(page, 'the account');
    const narrow = await open('/account', phone);
    await narrow.getByRole('group', { name: /SPX, bought and held/ }).waitFor();
    await expectToFit(narrow);
  });

  it('show a backtest beside the same money in its symbol', async () => {
    const api = createApi(baton);
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', {
      document: oneBacktest,
      input: {},
    });
    await api.untilStatus(id, 'completed');
    const page = await open(`/runs/${id}`);
    await page
      .getByRole('group', { name: /^Equity from .* maximum drawdown .* SPX, bought and held: \$/ })
      .waitFor();
  });

  it('write figures and times as the language of the browser has them', async () => {
    const page = await open('/account', { ...desk, locale: 'de-DE' });
    await page.getByRole('group', { name: /maximum drawdown −?\d+,\d\d %.*\d,\d\d\s\$/ }).waitFor();
    const market = marketOf(page);
    await market.getByText(/^Bought 2,5 at 1\.5\d\d,\d\d/).waitFor();
    await page.goto(`/runs/${run}`);
    await page
      .getByText(/^vor \d+ (Sek|Min)\.$/)
      .first()
      .waitFor();
  });
});

const marketOf = (page: Page) => page.getByRole('figure').filter({ hasText: 'SPX 1d' }).first();

async function barsOf(market: Locator): Promise<number> {
  const label = await market.getByRole('group').first().getAttribute('aria-label');
  return Number(/^(\d+) candles/.exec(label ?? '')?.[1] ?? 0);
}
