import { it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored, openEmptyEditor } from './support/editor/desk.ts';

const withProblem = chain.replace('nodes.first.output == 1', 'nodes.nowhere.output');

describeInBrowser('axe finds nothing in the editor', () => {
  it.each(['light', 'dark'] as const)('with an empty canvas (%s)', async (colorScheme) => {
    const { page } = await openEmptyEditor({ colorScheme });
    await page.getByRole('button', { name: 'Research, then trade' }).waitFor();
    await expectAccessible(page, 'empty');
    await page.keyboard.press('n');
    await page.getByPlaceholder('Add a node').waitFor();
    await expectAccessible(page, 'the palette');
  });

  it.each(['light', 'dark'] as const)('with a pipeline (%s)', async (colorScheme) => {
    const { page, card, tab, yaml, undo } = await editStored(chain, { colorScheme });
    await expectAccessible(page, 'the pipeline');
    await card('second').click();
    await expectAccessible(page, 'a node');
    await tab('Versions').click();
    await page.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('dialog').getByText('They mean the same').waitFor();
    await expectAccessible(page, 'a version');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'the versions');

    await tab('YAML').click();
    await yaml.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`name: with-a-problem\n${withProblem}`);
    await page.getByRole('list', { name: 'Problems of the text' }).waitFor();
    await expectAccessible(page, 'the text with a problem');
    await tab('Problems').click();
    await page.getByRole('button', { name: /second: when/ }).waitFor();
    await expectAccessible(page, 'the problems');
    await tab('Settings').click();
    await expectAccessible(page, 'a node with a problem');
    await undo.focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await expectAccessible(page, 'the keys');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your changes are not saved' }).waitFor();
    await expectAccessible(page, 'leaving');
  });
});
