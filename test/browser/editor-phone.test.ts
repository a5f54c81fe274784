import { expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { chain } from './support/editor/chain.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

describeInBrowser('the editor on a phone', () => {
  it('lists the nodes from top to bottom, opens the settings of one, and draws them where that is asked', async () => {
    const name = ownName('phone');
    await api.put(`/api/v1/pipelines/${name}`, `name: ${name}\n${chain}`);
    const page = await openSignedIn(`/pipelines/${name}/edit`, phone);
    const list = page.getByRole('list', { name: 'Nodes of the pipeline' });
    await list.waitFor();
    const rows = list.getByRole('listitem');
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(2).textContent()).toContain('(yes)');
    await expectToFit(page);
    await expectAccessible(page, 'the list');
    await rows.nth(1).getByRole('button').click();
    await page.getByRole('region', { name: /second/ }).waitFor();
    await page.getByRole('tab', { name: 'Canvas' }).click();
    await page.getByRole('button', { name: 'Add a node' }).click();
    const items = page.getByRole('option');
    await items.first().waitFor();
    // Each is called by its whole name.
    const isCut = (found: Element[]) =>
      found.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent);
    expect(await items.evaluateAll(isCut)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Drawing' }).click();
    await page.locator('.react-flow__node').first().waitFor();
  });
});
