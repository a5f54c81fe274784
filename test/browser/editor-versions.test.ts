import { expect, it } from 'vitest';
import { api, describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored } from './support/editor/desk.ts';

type Versions = { items: { hash: string }[] };

describeInBrowser('versions', () => {
  it('are listed by their content, compared by their meaning, and taken up again', async () => {
    const { name, page, field, save, state, tab, card, yaml } = await editStored(chain);
    const hashes = async () => {
      const { items } = await api.ask<Versions>('GET', `/api/v1/pipelines/${name}/versions`);
      return items.map(({ hash }) => hash.slice(0, 12));
    };
    for (const title of ['Second', 'Third']) {
      await field('Title').fill(title);
      await save.click();
      await state.getByText('saved', { exact: true }).waitFor();
    }
    await card('third').click();
    await page.keyboard.press('Delete');

    await tab('Versions').click();
    const list = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem');
    await expect.poll(() => list.count()).toBe(3);
    const [newest, second, oldest] = await hashes();
    expect(await list.first().textContent()).toContain(`${newest}`);
    expect(await list.first().textContent()).toContain('used by new runs');

    await list.last().getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: `Version ${oldest}` });
    await dialog.getByRole('row', { name: /third/ }).first().waitFor();
    await dialog.getByRole('row', { name: /Chain Third/ }).waitFor();
    await dialog.getByLabel('Compare with').selectOption(`Version ${second}`);
    await dialog.getByRole('row', { name: /Chain Second/ }).waitFor();
    expect(await dialog.getByRole('row').count()).toBe(2);

    await dialog.getByRole('button', { name: `Restore version ${oldest}` }).click();
    await page.getByRole('heading', { name: 'Chain', level: 1 }).waitFor();
    await card('third').waitFor();
    await tab('YAML').click();
    await yaml.getByText('# Why it is there').waitFor();
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await hashes()).toEqual([oldest, newest, second]);
  });
});
