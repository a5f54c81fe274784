import { expect, it } from 'vitest';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { deskOf, editStored } from './support/editor/desk.ts';
import { ownName } from './support/own.ts';

const comments = ['# Why it is there', '# The first of them', '# on its line'];

describeInBrowser('the YAML beside the canvas', () => {
  it('shows on the canvas what is typed, and in the text what is done on the canvas', async () => {
    const { name, page, yaml, tab, card, edges, field, save, state } = await editStored(chain);
    await tab('YAML').click();
    await yaml.getByText('title: Chain').click();
    await page.keyboard.press('End');
    await page.keyboard.type('s of nodes');
    await page.getByRole('heading', { name: 'Chains of nodes', level: 1 }).waitFor();

    await card('third').click();
    await page.keyboard.press('Delete');
    await yaml.getByText('- id: third').waitFor({ state: 'detached' });
    expect(await edges()).toEqual(['first.done>second']);

    await tab('Settings').click();
    await card('first').click();
    await field('Title').fill('Begin');
    await tab('YAML').click();
    await yaml.getByText(/title: Begin/).waitFor();
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    const { text } = await api.ask<{ text: string }>('GET', `/api/v1/pipelines/${name}`);
    for (const comment of comments) expect(text).toContain(comment);
    expect(text).toContain('title: Chains of nodes');
    expect(text).not.toContain('third');
  });

  it('keeps the canvas while the text cannot be read, and both continue when it can', async () => {
    const { page, yaml, tab, card, cards } = await editStored(chain);
    await tab('YAML').click();
    await yaml.getByText('- id: second').click();
    await page.keyboard.press('Home');
    await page.keyboard.insertText('{');
    await page.getByText(/^Syntax error/).waitFor();
    expect(await cards()).toEqual(['first', 'second', 'third']);
    await card('first').click();
    await page.keyboard.press('Delete');
    await page.getByText(/^Fix the YAML first/).waitFor();
    await yaml.getByText('title: Chain').click();
    await page.keyboard.press('Control+z');
    await page.getByText(/^Syntax error/).waitFor({ state: 'detached' });
  });
});

/** Imports a text that is refused, and opens it in the editor. */
async function openRefused(text: string) {
  const page = await openSignedIn('/pipelines');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Or paste the text').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Open in editor' }).click();
  return deskOf(page);
}

describeInBrowser('a broken document', () => {
  it('that is no YAML opens as text with its problem, also after a reload', async () => {
    const { page, yaml } = await openRefused('name: torn\nnodes: [');
    await yaml.getByText('nodes: [').waitFor();
    const found = page.getByRole('list', { name: 'YAML problems' });
    await found.getByRole('button', { name: /^Line \d/ }).waitFor();
    await page.reload();
    await yaml.getByText('nodes: [').waitFor();
    await found.getByRole('button', { name: /^Line \d/ }).waitFor();
  });

  it('with unknown fields and kinds opens as text with each problem at its place', async () => {
    const broken = chain
      .replace('value: 1 }', 'value: 1, colour: red }')
      .replace('kind: condition', 'kind: wish')
      .replace('to: second', 'to: nobody');
    const name = ownName('mended');
    const { page, yaml, cards, problems, save } = await openRefused(`name: ${name}\n${broken}`);
    await yaml.getByText('kind: wish').waitFor();
    const found = page.getByRole('list', { name: 'YAML problems' });
    await found.getByText(/wish/).waitFor();
    await found.getByText(/colour/).waitFor();
    expect(await cards()).toEqual(['first', 'third']);

    await found.getByText(/wish/).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`name: ${name}\n${chain}`);
    await problems.waitFor({ state: 'detached' });
    await save.click();
    await page.waitForURL(`**/pipelines/${name}/edit#yaml`);
    await expect.poll(cards).toEqual(['first', 'second', 'third']);
  });

  it.each(['', 'just a text', '- 1\n- 2', 'nodes: 5\nedges: { a: b }', '[[[[', 'name: &a [*a]'])(
    'that is nearly nothing is never a blank page: %j',
    async (text) => {
      const page = await openSignedIn('/pipelines/new');
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
      await page.evaluate((kept) => {
        for (const storage of [localStorage, sessionStorage]) {
          storage.setItem('baton:draft:', JSON.stringify({ text: kept, base: null, at: '' }));
        }
      }, text);
      await page.reload();
      const { problems } = deskOf(page);
      await problems.waitFor();
    },
  );
});
