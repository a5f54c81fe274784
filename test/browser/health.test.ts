import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

const { ask, untilStatus } = api;

/** Two runs of a pipeline of one's own: one that completes, and one that fails. */
async function runBoth(name: string): Promise<void> {
  const pipeline = (value: string) => ({
    name,
    title: name,
    nodes: [
      { id: 'first', kind: 'transform', value: { sum: 2 } },
      { id: 'second', kind: 'transform', value },
    ],
    edges: [{ from: 'first', to: 'second' }],
  });
  for (const [value, status] of [
    ['{{ nodes.first.output.sum }}', 'completed'],
    ['{{ nodes.first.output.missing + 1 }}', 'failed'],
  ] as const) {
    const document = pipeline(value);
    const { id } = await ask<RunView>('POST', '/api/v1/runs', { document });
    await untilStatus(id, status);
  }
}

describeInBrowser('costs and health', () => {
  it('shows how the runs of a pipeline went, and leads to them', async () => {
    const name = ownName('health')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    await runBoth(name);
    const page = await openSignedIn('/costs?period=today');
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('link', { name: `${name}, Failed: 1 · 50 %` }).waitFor();
    await expectAccessibleInBothSchemes(page, 'costs and health');
    await row.getByRole('link', { name: `${name}, Failed: 1 · 50 %` }).click();
    await page.waitForURL(/\/runs\?.*status=failed/);
    const listed = () => page.getByRole('region', { name: 'Runs', exact: true }).getByText(name);
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await expect.poll(() => listed().count()).toBe(1);
    await page.goBack();
    await row.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await expect.poll(() => listed().count()).toBe(2);
    await page.getByLabel('Created from (UTC)').waitFor();
  });

  it('tells in the app once a pipeline fails too often', async () => {
    const name = ownName('watched')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    const nodes = [
      { id: 'first', kind: 'transform', value: { sum: 2 } },
      { id: 'second', kind: 'transform', value: '{{ nodes.first.output.missing + 1 }}' },
    ];
    const edges = [{ from: 'first', to: 'second' }];
    await ask('POST', '/api/v1/pipelines', { name, title: name, nodes, edges });
    const page = await openSignedIn('/costs');
    await page.getByRole('button', { name: 'New alert' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pipeline').selectOption(name);
    await dialog.getByLabel('Limit (%)').fill('100');
    await dialog.getByLabel('Number of runs').fill('1');
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    const limit = dialog.getByLabel('Limit (%)');
    await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await limit.fill('50');
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    const alert = page.getByRole('listitem').filter({ hasText: `of ${name} above 50 %` });
    await alert.getByText('too few runs yet').waitFor();
    const { id } = await api.startRun(name, {});
    await untilStatus(id, 'failed');
    await page.goto('/notifications');
    await page.getByText(`Failure rate of ${name} is above 50 %`).waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: `Failure rate of ${name} above 50 %` }).click();
    await alert.getByText('100 %, above the limit').waitFor();
    await alert.getByRole('button', { name: /^Remove alert/ }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('fits on a phone', async () => {
    const page = await openSignedIn('/costs', phone);
    await page.getByText('Runs per day').waitFor();
    await expectToFit(page);
    const table = page.getByRole('region', { name: /by pipeline/i });
    const hidden = await table.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(hidden).toBe(0);
  });
});
