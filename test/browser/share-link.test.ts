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
