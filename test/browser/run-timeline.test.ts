import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { runPage } from './support/run-page.ts';

describeInBrowser('the timeline of a run', () => {
  it('shows the step that began last, where the page was open before the first one began', async () => {
    const run = await api.ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
    await api.untilStatus(run.id, 'waiting');
    const page = await openSignedIn('/runs');
    const goOn = await keepBefore(page, run);
    await page.goto(`/runs/${run.id}`);
    await page.getByText('No steps yet.').waitFor();
    goOn();
    const { timeline, line } = runPage(page);
    await line(/Approve all/).waitFor();
    const scrolled = () => timeline.evaluate((element) => element.scrollTop);
    await expect.poll(scrolled).toBeGreaterThan(0);
  });

  it('says of a run without data that no step began, and colours it as one that ended to no avail', async () => {
    const { id } = await api.startRun('analyst-team', { symbol: 'NOSUCH' });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    await page.getByText('No steps: the run ended before one began.').waitFor();
    await page
      .getByText(/Symbol "NOSUCH" not found/)
      .first()
      .waitFor();
    const status = page.getByRole('status').getByText('Completed');
    expect(await status.evaluate(({ style }) => style.color)).toBe('var(--muted)');
  });
});

/** Shows a run as it was when it was started. @returns what shows how it went on. */
async function keepBefore(page: Page, started: RunView): Promise<() => void> {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  let isBefore = true;
  void later.then(() => (isBefore = false));
  const address = `**/api/v1/runs/${started.id}`;
  await page.route(address, (route) =>
    isBefore ? route.fulfill({ json: started }) : route.continue(),
  );
  await page.route(`${address}/steps?*`, (route) =>
    isBefore ? route.fulfill({ json: { items: [], nextCursor: null } }) : route.continue(),
  );
  // Without its stream the page reads the run every second.
  await page.routeWebSocket(/.*/, () => undefined);
  return goOn;
}

/** More steps than are drawn at once, one after the other. */
const prices = Array.from({ length: 40 }, (_, index) => ({
  id: `price${index}`,
  kind: 'tool',
  tool: 'get_price',
  args: { symbol: 'SPX' },
}));

const nodes = [
  ...prices,
  { id: 'confirm', kind: 'approval', title: 'Approve all', show: 'Prices' },
];

const document = {
  name: 'many-prices',
  nodes,
  edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]!.id, to: id })),
};
