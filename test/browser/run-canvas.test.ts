import { expect, it } from 'vitest';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { runPage } from './support/run-page.ts';

describeInBrowser('the canvas of a run', () => {
  it('says on each card what came of it or why it failed, and on each line what flowed', async () => {
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', {
      document: priced,
      input: {},
    });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    const { node } = runPage(page);
    const line = (of: string) => node(of).locator('[data-line]');
    await expect.poll(() => line('note').textContent()).toBe('Symbol SPX · Known true');
    expect(await line('price').textContent()).toContain('NOTHING');

    const edge = page.locator('.react-flow__edge', { hasNot: page.locator('.edge-error') }).first();
    await edge.locator('.react-flow__edge-interaction').dispatchEvent('pointerover');
    await page.locator('.edge-flow', { hasText: 'symbol SPX · known true' }).waitFor();
  });

  it('shows how a node stands whole, however long it took', async () => {
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', {
      document: priced,
      input: {},
    });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    await page.route(`**/api/v1/runs/${id}`, async (route) => {
      const answer = await route.fetch();
      const run = (await answer.json()) as { nodes: { startedAt: string | null }[] };
      const long = new Date(Date.now() - 90_000_000).toISOString();
      for (const state of run.nodes) state.startedAt = long;
      await route.fulfill({ json: run });
    });
    await page.reload();
    const badge = runPage(page).node('note').locator('.card-footer > span').first();
    await badge.getByText('Completed').waitFor();
    const isCut = await badge.evaluate(
      (element) => element.getBoundingClientRect().width < element.scrollWidth - 1,
    );
    expect(isCut).toBe(false);
  });
});

/** A value, and a tool that fails and lets the run go on. */
const priced = {
  name: 'priced',
  nodes: [
    { id: 'note', kind: 'transform', value: { symbol: 'SPX', known: true } },
    {
      id: 'price',
      kind: 'tool',
      tool: 'get_price',
      args: { symbol: 'NOTHING' },
      onError: 'continue',
    },
  ],
  edges: [{ from: 'note', to: 'price' }],
};
