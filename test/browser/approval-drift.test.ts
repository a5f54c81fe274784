import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from './support/api.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { startOrderRun } from './support/order-run.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';
import { turnReplayTo } from '../support/turn-replay-to.ts';

describeInBrowser('an order that waits while the market moves', () => {
  let baton: OwnBaton;
  beforeAll(async () => {
    baton = await startOwnBaton({
      BATON_MARKET_SOURCES: 'sample',
      BATON_MARKET_START: '2008-10-21',
      BATON_MARKET_BARS_PER_MINUTE: '6',
    });
  });
  afterAll(() => baton?.stop());

  it('shows the drift before the click, and is approved at the current price beyond the collar', async () => {
    const api = createApi(baton);
    await turnReplayTo(baton.db, '2008-10-21');
    const { id } = await startOrderRun(api);
    const page = await openSignedIn('/approvals', {}, baton);
    const card = page.getByRole('article');
    const now = card.getByRole('group', { name: 'If you approve now' });
    await now.getByText('5 %, 5.00 % left').waitFor();
    await now.getByText(/^paused for at most \d+ min/).waitFor();
    await card.getByRole('button', { name: 'Approve', exact: true }).waitFor();

    await turnReplayTo(baton.db, '2008-10-22');
    const reprice = card.getByRole('button', { name: 'Re-price and approve' });
    await reprice.waitFor();
    await now.getByText('896.78', { exact: true }).waitFor();
    await now.getByText('−6.10 %').waitFor();
    await now.getByText('5 %, exceeded by 1.10 %').waitFor();
    await card
      .getByText(/^The call would be refused now: price collar: the market is at 896.78/)
      .waitFor();
    await card
      .getByText('“Re-price and approve” approves the call with the values of now')
      .waitFor();
    await expectAccessibleInBothSchemes(page, 'an order beyond the collar');

    await reprice.click();
    await card.waitFor({ state: 'detached' });
    const run = await api.untilStatus(id, 'completed');
    expect(run.output).toMatchObject({
      approval: { decision: 'approved', args: { referencePrice: 896.780029 } },
      order: { order: { status: 'filled', quantity: 1.5 } },
    });
    await page.getByRole('tab', { name: 'History' }).click();
    const decided = page.getByRole('article').filter({ has: page.locator(`a[href*="${id}"]`) });
    await expect
      .poll(() => decided.getByText('→').allTextContents())
      .toEqual(['Reference price 955.049988 → 896.780029']);
  });
});
