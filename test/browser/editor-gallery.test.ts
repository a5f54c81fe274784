import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { ownName } from './support/own.ts';

/** Stores a pipeline and opens the gallery, where its card is. */
async function openGallery(yaml: string) {
  const name = ownName('kept');
  await api.put(`/api/v1/pipelines/${name}`, `name: ${name}\ntitle: Of ${name}\n${yaml}`);
  const page = await openSignedIn('/pipelines');
  const card = page.getByRole('article').filter({ hasText: name });
  await card.waitFor();
  const menu = async (item: string) => {
    await card.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  return { name, page, card, menu };
}

const untitled = chain.replace('title: Chain\n', '');

describeInBrowser('the gallery', () => {
  it('exports what can be imported again, with every comment', async () => {
    const { name, page, menu } = await openGallery(untitled);
    const downloaded = page.waitForEvent('download');
    await menu('Export as YAML');
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(`${name}.yaml`);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('# on its line');

    const again = ownName('again');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'exported.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(text.replace(`name: ${name}`, `name: ${again}`)),
    });
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toContain(again);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.waitForURL(`**/pipelines/${again}`);
    const texts = await Promise.all(
      [name, again].map((stored) =>
        api.ask<{ text: string }>('GET', `/api/v1/pipelines/${stored}`),
      ),
    );
    expect(texts[1]!.text.replace(`name: ${again}`, `name: ${name}`)).toBe(texts[0]!.text);
  });

  it('says every mistake of what is imported, and that a name is taken', async () => {
    const { name, page } = await openGallery(untitled);
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const take = dialog.getByRole('button', { name: 'Import' });
    await dialog.getByLabel('Or paste the text').fill(`name: ${name}\n${chain}`);
    await take.click();
    await dialog.getByText(`A pipeline named “${name}” already exists.`).waitFor();
    await dialog.getByLabel('Or paste the text').fill('name: x\nnodes: [{ id: a, kind: wish }]');
    await take.click();
    await dialog.getByText('nodes[0].kind').waitFor();
    await expectAccessible(page);
  });

  it('copies and deletes', async () => {
    const { name, page, menu, card } = await openGallery(untitled);
    await menu('Duplicate');
    await page.waitForURL(`**/pipelines/${name}-copy/edit`);
    await page.getByRole('heading', { name: `Of ${name} (copy)`, level: 1 }).waitFor();
    await page.goto('/pipelines');
    await card.filter({ hasText: `${name}-copy` }).waitFor();
    await api.ask('DELETE', `/api/v1/pipelines/${name}-copy`);
    await page.reload();
    await menu('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
  });
});

const asking = `description: Asks for everything
inputs:
  type: object
  required: [symbol, amount, side]
  properties:
    symbol: { type: string, title: Instrument, description: 'Such as SPX', minLength: 1 }
    amount: { type: number, exclusiveMinimum: 0 }
    side: { type: string, enum: [buy, sell] }
    days: { type: integer, default: 5, maximum: 30 }
    careful: { type: boolean, default: true }
    tags: { type: array, items: { type: string } }
    levels: { type: array, items: { type: number } }
nodes:
  - { id: all, kind: transform, value: '{{ inputs }}' }
`;

describeInBrowser('the form that starts a run', () => {
  it('is drawn from the inputs, says at each field what is wrong, and starts it', async () => {
    const { name, page, card } = await openGallery(asking);
    await card.getByRole('link', { name: /^Start/ }).click();
    await page.waitForURL(`**/pipelines/${name}`);
    const start = page.getByRole('button', { name: 'Start run' });
    const field = (label: string) => page.getByLabel(label);
    await start.waitFor();
    expect(await field('Days').inputValue()).toBe('5');
    expect(await field('Careful').isChecked()).toBe(true);

    await field('Amount').fill('-2');
    await field('Days').fill('many');
    await field('Levels').fill('["low"]');
    await start.click();
    await page
      .getByRole('alert')
      .getByText('The run did not start. Fix the fields marked below.')
      .waitFor();
    for (const label of ['Instrument', 'Amount', 'Side', 'Days', 'Levels']) {
      expect(await field(label).getAttribute('aria-invalid'), label).toBe('true');
      expect(await field(label).getAttribute('aria-describedby'), label).toContain('problems');
    }
    await expectAccessible(page);

    await field('Instrument').fill('SPX');
    await field('Amount').fill('2.5');
    await field('Side').selectOption('sell');
    await field('Days').fill('');
    await field('Careful').uncheck();
    await field('Tags').fill('first\nsecond');
    await field('Levels').fill('[1, 2.5]');
    await field('Budget').fill('all of it');
    await start.click();
    await expect.poll(() => field('Budget').getAttribute('aria-invalid')).toBe('true');
    await field('Budget').fill('1');
    await start.click();
    await page.waitForURL(/\/runs\/run_/);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const { output } = await api.untilStatus(id, 'completed');
    expect(output).toEqual({
      all: {
        symbol: 'SPX',
        amount: 2.5,
        side: 'sell',
        days: 5,
        careful: false,
        tags: ['first', 'second'],
        levels: [1, 2.5],
      },
    });
  });
});
