import { expect, it } from 'vitest';
import { api, describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { deskOf, editStored, openEmptyEditor } from './support/editor/desk.ts';
import { ownName } from './support/own.ts';

describeInBrowser('what the editor tells', () => {
  it('is no longer reported on another page', async () => {
    const { page, field } = await openEmptyEditor();
    await field('Name').fill(ownName('left'));
    await page.reload();
    const told = page.getByText('Restored your unsaved changes');
    await told.waitFor();
    await page.getByRole('link', { name: 'Costs' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    await told.waitFor({ state: 'detached', timeout: 5_000 });
  });
});

describeInBrowser('a reload', () => {
  it('loses nothing at any stage', async () => {
    const name = ownName('reloaded');
    const { page, field, card, cards, state, save, write, tab, yaml } = await openEmptyEditor();
    await field('Name').fill(name);
    await page.reload();
    expect(await field('Name').inputValue()).toBe(name);
    await page.getByText('Restored your unsaved changes').waitFor();

    await page.getByRole('toolbar').getByRole('button', { name: 'Transform' }).click();
    await write('Value, required', '1');
    await page.reload();
    await card('transform').waitFor();

    await save.click();
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await state.getByText('saved', { exact: true }).waitFor();
    await page.reload();
    await card('transform').waitFor();
    expect(await state.textContent()).toBe('saved');

    await card('transform').click();
    await page.keyboard.press('Control+d');
    await card('transform_2').waitFor();
    await page.reload();
    await card('transform_2').waitFor();
    expect(await state.textContent()).toBe('unsaved changes');

    await tab('YAML').click();
    await yaml.getByText(`name: ${name}`).click();
    await page.keyboard.press('End');
    await page.keyboard.type(': [');
    await page.getByText(/^Syntax error/).waitFor();
    await page.reload();
    await page.getByText(/^Syntax error/).waitFor();
    expect(await cards()).toEqual(['transform']);

    await page.getByRole('button', { name: 'Discard changes' }).click();
    await state.getByText('saved', { exact: true }).waitFor();
  });

  it('is not needed before one leaves: what is not saved waits in this browser', async () => {
    const { page, card, state } = await editStored(chain);
    await card('third').click();
    await page.keyboard.press('Delete');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.goBack();
    await state.getByText('unsaved changes', { exact: true }).waitFor();
    await card('third').waitFor({ state: 'detached' });
  });
});

describeInBrowser('the first save', () => {
  it('takes along what is changed while it is sent', async () => {
    const name = ownName('slow');
    const { page, field, state, save, card } = await openEmptyEditor();
    await page.getByRole('button', { name: 'Research, then trade' }).click();
    await card('confirm').waitFor();
    await field('Name').first().fill(name);
    const { promise: isEdited, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(`**/api/v1/pipelines/${name}`, async (route) => {
      await isEdited;
      await route.continue();
    });
    await save.click();
    await field('Title').first().fill('Written while it was sent');
    goOn();
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await page.getByRole('heading', { name: 'Written while it was sent', level: 1 }).waitFor();
    expect(await state.textContent()).toBe('unsaved changes');
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
  });
});

/** Two tabs with the same pipeline. */
async function twoTabs() {
  const mine = await editStored(chain);
  const page = await mine.page.context().newPage();
  await page.goto(`/pipelines/${mine.name}/edit`);
  const theirs = deskOf(page);
  await theirs.card('first').waitFor();
  return { mine, theirs };
}

describeInBrowser('two tabs at once', () => {
  it('show the same: what one saves, the other shows', async () => {
    const { mine, theirs } = await twoTabs();
    await theirs.field('Title').fill('From the other tab');
    await theirs.save.click();
    await mine.page.getByRole('heading', { name: 'From the other tab', level: 1 }).waitFor();
    expect(await mine.state.textContent()).toBe('saved');
  });

  it('do not overwrite each other: who saves second sees both and chooses', async () => {
    const { mine, theirs } = await twoTabs();
    const titleNow = async () =>
      (await api.ask<{ title: string }>('GET', `/api/v1/pipelines/${mine.name}`)).title;
    await mine.field('Title').fill('Mine');
    await theirs.field('Title').fill('Theirs');
    await theirs.save.click();
    await mine.page.getByText(/^Someone else saved this pipeline/).waitFor();
    expect(await mine.field('Title').inputValue()).toBe('Mine');
    await mine.page.reload();
    await mine.save.click();
    const dialog = mine.page.getByRole('dialog', { name: /Someone else saved/ });
    await dialog.getByRole('row', { name: /Theirs Mine/ }).waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(await titleNow()).toBe('Theirs');

    await mine.save.click();
    await dialog.getByRole('button', { name: 'Overwrite with yours' }).click();
    await mine.state.getByText('saved', { exact: true }).waitFor();
    expect(await titleNow()).toBe('Mine');

    await theirs.page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
    await theirs.field('Description').fill('One says this');
    await mine.field('Description').fill('The other that');
    await mine.save.click();
    await mine.state.getByText('saved', { exact: true }).waitFor();
    await theirs.save.click();
    await theirs.page.getByRole('button', { name: 'Use saved version' }).click();
    expect(await theirs.field('Description').inputValue()).toBe('The other that');
    expect(await theirs.state.textContent()).toBe('saved');
  });
});
