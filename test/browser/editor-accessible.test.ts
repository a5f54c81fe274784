import { it } from 'vitest';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored, openEmptyEditor } from './support/editor/desk.ts';

const withProblem = chain.replace('nodes.first.output == 1', 'nodes.nowhere.output');

describeInBrowser('axe finds nothing in the editor', () => {
  it('with an empty canvas', async () => {
    const { page } = await openEmptyEditor();
    await page.getByRole('button', { name: 'Research, then trade' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'empty');
    await page.keyboard.press('n');
    await page.getByPlaceholder('Add a node').waitFor();
    await expectAccessibleInBothSchemes(page, 'the palette');
  });

  it('with a pipeline', async () => {
    const { page, card, tab, yaml, undo } = await editStored(chain);
    await expectAccessibleInBothSchemes(page, 'the pipeline');
    await card('second').click();
    await expectAccessibleInBothSchemes(page, 'a node');
    await tab('Versions').click();
    await page.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('dialog').getByText('No differences').waitFor();
    await expectAccessibleInBothSchemes(page, 'a version');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessibleInBothSchemes(page, 'the versions');

    await tab('YAML').click();
    await yaml.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`name: with-a-problem\n${withProblem}`);
    await page.getByRole('list', { name: 'YAML problems' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'the text with a problem');
    await tab('Problems').click();
    await page.getByRole('button', { name: /second: when/ }).waitFor();
    await expectAccessibleInBothSchemes(page, 'the problems');
    await tab('Settings').click();
    await expectAccessibleInBothSchemes(page, 'a node with a problem');
    await undo.focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'the keys');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('dialog', { name: 'Unsaved changes' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'leaving');
  });
});
