import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openPage, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

describeInBrowser('a link to a run', () => {
  it('shows it to somebody without an account, until it is revoked', async () => {
    const title = ownName('Shared');
    const nodes = [{ id: 'first', kind: 'transform', value: { answer: 'forty-two' } }];
    const document = { name: 'shared', title, nodes, edges: [] };
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this run' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByText('not opened yet').waitFor();
    await expectAccessibleInBothSchemes(page, 'the links of a run');

    const reader = await openPage(phone);
    const { pathname, hash } = new URL(link);
    await reader.goto(pathname + hash);
    await reader.getByRole('heading', { name: new RegExp(`${title}.*Completed`) }).waitFor();
    await reader.getByText('forty-two').first().waitFor();
    await expectAccessible(reader);
    expect((await reader.request.get(`/api/v1/runs/${id}`)).status()).toBe(401);

    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('revoked').waitFor();
    await reader.reload();
    await reader.getByRole('heading', { name: 'This link shows nothing' }).waitFor();
  });

  it('draws outputs as what they are, and has steps that fold', async () => {
    const report = '# Findings\n\nIt **rises**.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
    const document = {
      name: 'shared-kinds',
      title: ownName('Shared kinds'),
      nodes: [
        { id: 'look', kind: 'transform', title: 'Look around', value: { report } },
        { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
        { id: 'decide', kind: 'transform', value: { action: 'hold', reason: 'Nothing moved.' } },
        { id: 'broken', kind: 'transform', value: '{{ nodes.look.output.missing + 1 }}' },
        { id: 'never', kind: 'transform', title: 'Never reached', value: 1 },
      ],
      edges: [
        { from: 'look', to: 'price' },
        { from: 'price', to: 'decide' },
        { from: 'decide', to: 'broken' },
        { from: 'broken', to: 'never' },
      ],
    };
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document });
    await api.untilStatus(id, 'failed');
    const { link } = await api.ask<{ link: string }>('POST', `/api/v1/runs/${id}/shares`, {});
    for (const device of [{}, phone]) {
      const page = await openPage(device);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const { pathname, hash } = new URL(link);
      await page.goto(pathname + hash);
      const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await step('Look around').getByText('It rises.').waitFor();
      await step('Look around').locator('summary').first().click();
      await step('Look around').getByRole('heading', { name: 'Findings' }).waitFor();
      await step('Look around').getByRole('columnheader', { name: 'a', exact: true }).waitFor();
      await step('price').locator('summary').first().click();
      await step('price').getByText('Tool calls (1)').click();
      await page.getByText('Not reached: Never reached').waitFor();
      await page.getByRole('button', { name: 'Open all' }).click();
      await step('decide').getByText('Hold', { exact: true }).waitFor();
      await expectToFit(page, 'a shared run');
      await expectAccessibleInBothSchemes(page, 'a shared run');
      expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    }
  });

  it('is made on a phone from the menu of the run', async () => {
    const nodes = [{ id: 'first', kind: 'transform', value: 1 }];
    const document = { name: 'shared-on-a-phone', nodes, edges: [] };
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`, phone);
    await page.getByRole('button', { name: 'Share or save this run' }).click();
    await page.getByRole('menuitem', { name: 'Save as HTML' }).waitFor();
    await expectToFit(page, 'the menu of the run');
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this run' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('not opened yet').waitFor();
    await expectAccessible(page, 'the links of a run on a phone');
  });
});
