import { expect, it } from 'vitest';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { startOrderRun } from './support/order-run.ts';
import { ownName } from './support/own.ts';

const { ask, startRun, untilStatus } = api;

/** Runs of a pipeline that only computes, each with an input of its own. */
async function startSums(count: number, note: string) {
  const document = {
    name: 'sum-of-notes',
    title: 'Sum of notes',
    inputs: { type: 'object', required: ['note'], properties: { note: { type: 'string' } } },
    nodes: [{ id: 'sum', kind: 'transform', value: '{{ inputs.note }}' }],
  };
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const run = await ask<{ id: string }>('POST', '/api/v1/runs', {
      document,
      input: { note: `${note} ${index}` },
      user: 'grace',
    });
    ids.push(run.id);
  }
  return ids;
}

describeInBrowser('the list of runs', () => {
  it('keeps its filters in the address, and can be searched by input and id', async () => {
    const needle = ownName('needle');
    const [id] = await startSums(1, needle);
    await startRun('analyst-team', { symbol: 'SPX' });
    const page = await openSignedIn('/runs');
    const rows = page.getByRole('region', { name: 'Runs' }).locator('tbody tr');
    await page.getByLabel('Search runs').fill(needle);
    await page.waitForURL(new RegExp(`text=${needle}`));
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([expect.stringContaining('Sum of notes')]);
    await page.getByLabel('User').selectOption('grace');
    await page.getByLabel('Status').selectOption('completed');
    await page.waitForURL(/status=completed/);
    await page.reload();
    expect(await page.getByLabel('User').inputValue()).toBe('grace');
    expect(await page.getByLabel('Search runs').inputValue()).toBe(needle);
    await page.getByLabel('Search runs').fill(id!.slice(-8));
    await rows.first().waitFor();
    await page.getByLabel('Pipeline').selectOption('analyst-team');
    await page.getByRole('heading', { name: 'No runs match this filter' }).waitFor();
    await page.getByRole('link', { name: 'Show all runs' }).click();
    await rows.nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('has room for every column beside a long title, and on a phone for the input', async () => {
    const document = {
      name: 'long-title',
      title: 'A title that is as long as a pipeline may have one, which leaves no room for figures',
      inputs: { type: 'object', properties: { note: { type: 'string' } } },
      nodes: [{ id: 'sum', kind: 'transform', value: 1 }],
    };
    await ask('POST', '/api/v1/runs', { document, input: { note: 'seen' }, user: 'wide' });
    const wide = await openSignedIn('/runs?user=wide');
    const row = wide.locator('tbody tr').first();
    const cost = (await row.locator('td').last().boundingBox())!;
    expect(cost.x + cost.width).toBeLessThanOrEqual(1280);
    const narrow = await openSignedIn('/runs?user=wide', phone);
    const input = narrow.locator('tbody tr td').nth(1).getByText('note="seen"');
    await input.waitFor();
    const table = narrow.getByRole('region', { name: 'Runs' });
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  });

  it('shows a run that starts elsewhere, and that it is stopping, without being asked', async () => {
    const page = await openSignedIn('/runs?user=local');
    const { id } = await startOrderRun(api);
    const row = page.locator('tr').filter({ has: page.locator(`a[href*="${id}"]`) });
    await row.getByText('Waiting').waitFor();
    await ask('POST', `/api/v1/runs/${id}/cancel`);
    await row.getByText(/Cancelling|Cancelled/).waitFor();
    await untilStatus(id, 'cancelled');
    await row.getByText('Cancelled').waitFor();
  });

  it('goes on to older runs', async () => {
    const note = ownName('page');
    await startSums(53, note);
    const page = await openSignedIn(`/runs?user=grace&text=${note}`);
    const rows = page.getByRole('region', { name: 'Runs' }).locator('tbody tr');
    await rows.nth(49).waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Older runs' }).click();
    await rows.nth(52).waitFor();
    await page.getByRole('button', { name: 'Older runs' }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(53);
  });

  it('compares two runs side by side, what differs first', async () => {
    const note = ownName('compared');
    const [one, other] = await startSums(2, note);
    await Promise.all([one!, other!].map((id) => untilStatus(id, 'completed')));
    const page = await openSignedIn(`/runs?text=${note}`);
    await page.getByRole('checkbox', { name: one! }).check();
    const bar = page.getByRole('region', { name: 'Selected runs' });
    const compare = bar.getByRole('button', { name: 'Compare' });
    expect(await compare.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: other! }).check();
    await bar.getByText('2 runs selected').waitFor();
    await compare.click();
    await page.waitForURL(new RegExp(`/runs/compare\\?one=${one}&other=${other}`));
    const output = page.getByRole('region', { name: 'Output', exact: true });
    await output.getByText(`${note} 0`).waitFor();
    expect(await output.getByRole('cell').allTextContents()).toEqual([
      expect.stringContaining(`${note} 0`),
      expect.stringContaining(`${note} 1`),
    ]);
    await page.reload();
    await page.getByText('1 node differs').waitFor();
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.waitForURL(new RegExp(`one=${other}&other=${one}`));
  });

  it('retries and cancels those that are selected', async () => {
    const user = ownName('operated');
    const document = (node: object) => ({ name: 'operated', nodes: [node] });
    const start = async (node: object) => {
      const body = { document: document(node), user };
      return (await ask<{ id: string }>('POST', '/api/v1/runs', body)).id;
    };
    const broken = await start({ id: 'odd', kind: 'transform', value: '{{ 1 / 0 }}' });
    const waiting = await start({ id: 'ask', kind: 'approval', show: 'Go on?' });
    await untilStatus(broken, 'failed');
    await untilStatus(waiting, 'waiting');
    const page = await openSignedIn(`/runs?user=${user}`);
    const bar = page.getByRole('region', { name: 'Selected runs' });
    for (const id of [broken, waiting]) await page.getByRole('checkbox', { name: id }).check();
    await bar.getByRole('button', { name: 'Cancel 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 1 run?' });
    await dialog.getByLabel('Reason').fill('Not needed');
    await dialog.getByRole('button', { name: 'Cancel runs' }).click();
    await page.getByText('1 run is stopping').waitFor();
    expect((await untilStatus(waiting, 'cancelled')).cancel).toMatchObject({
      reason: 'Not needed',
    });
    await bar.waitFor({ state: 'hidden' });
    for (const id of [broken, waiting]) await page.getByRole('checkbox', { name: id }).check();
    await bar.getByRole('button', { name: 'Retry 2' }).click();
    const retry = page.getByRole('dialog', { name: 'Retry runs?' });
    await retry.getByText('2 runs will be retried.').waitFor();
    await retry.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByText('2 runs started.').waitFor();
    for (const id of [broken, waiting]) {
      const { retriedAs } = await ask<{ retriedAs: string[] }>('GET', `/api/v1/runs/${id}`);
      expect(retriedAs).toHaveLength(1);
    }
  });

  it('keeps views under names, on every device of the user', async () => {
    const name = ownName('view');
    const page = await openSignedIn('/runs?status=failed&user=nobody');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await views.getByRole('link', { name }).waitFor();
    const other = await openSignedIn('/runs');
    const there = other.getByRole('navigation', { name: 'Saved views' });
    await there.getByRole('link', { name }).click();
    await other.waitForURL(/status=failed/);
    expect(await other.getByLabel('User').inputValue()).toBe('nobody');
    await there.getByRole('button', { name: `Delete view ${name}` }).click();
    await there.getByRole('link', { name }).waitFor({ state: 'hidden' });
  });
});
