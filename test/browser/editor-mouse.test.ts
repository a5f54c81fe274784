import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser.ts';
import { meaningOf, openEmptyEditor } from './support/editor/desk.ts';
import type { Desk } from './support/editor/desk.ts';
import { mouseOf } from './support/editor/mouse.ts';
import { shipped } from './support/editor/shipped.ts';
import { ownName } from './support/own.ts';

/** Fills what every node has in its settings. */
async function nameNode({ field, card }: Desk, id: string, title: string) {
  await field('Title').fill(title);
  await field('ID').fill(id);
  await field('Title').click();
  await card(id).waitFor();
}

describeInBrowser('the mouse', () => {
  it('builds the shipped pipeline from an empty canvas', async () => {
    const name = ownName('built-with-the-mouse');
    const desk = await openEmptyEditor();
    const { page, settings, field, write, save, state } = desk;
    const { drop, connect } = mouseOf(desk);

    await field('Name').fill(name);
    await field('Title').fill(shipped.title);
    await field('Description').fill(shipped.description);
    await settings.getByRole('button', { name: 'Add input' }).click();
    const input = settings.getByRole('group', { name: 'Input input' });
    await input.getByLabel('Title').fill('Symbol');
    await input.getByLabel('Description').fill(shipped.symbol);
    await input.getByLabel('Default').fill('SPX');
    await input.getByLabel('Required').check();
    await input.getByRole('textbox', { name: 'More rules' }).click();
    await page.keyboard.insertText('minLength: 1');
    await input.getByRole('textbox', { name: 'Name' }).fill('symbol');

    await drop('Agent', { x: 160, y: 100 });
    await nameNode(desk, 'research', 'Research');
    await field('Agent').selectOption('research');
    await write('Task, required', shipped.research);
    await settings.getByText('Advanced settings').click();
    await field('Timeout').fill('10m');
    await field('Maximum attempts').fill('2');

    await drop('Agent', { x: 460, y: 100 });
    await nameNode(desk, 'decide', 'Decide');
    await field('Agent').selectOption('trading');
    await write('Task, required', shipped.decide.join('\n'));
    await field('Result format').selectOption('TradeDecision');
    await field('Timeout').fill('10m');
    await field('Maximum attempts').fill('2');
    await connect('research', 'done', 'decide');

    await drop('Condition', { x: 160, y: 320 });
    await nameNode(desk, 'worth_it', 'Is there something to do?');
    await write('Condition, required', shipped.worthIt);
    await connect('decide', 'done', 'worth_it');

    await drop('Approval', { x: 460, y: 320 });
    await nameNode(desk, 'confirm', 'Approve the order');
    await write('Shown for approval, required', shipped.show);
    await field('Tool').selectOption('create_paper_order');
    await settings.getByRole('button', { name: 'Use one expression' }).click();
    await write('Arguments', shipped.confirmed);
    await connect('worth_it', 'yes', 'confirm');

    await drop('Tool', { x: 160, y: 540 });
    await nameNode(desk, 'order', 'Place the order');
    await field('Tool').selectOption('create_paper_order');
    await settings.getByRole('button', { name: 'Use one expression' }).click();
    await write('Arguments', shipped.ordered);
    await field('Timeout').fill('1h');
    await field('Maximum attempts').fill('5');
    await page.getByRole('button', { name: /fit/i }).click();
    await connect('confirm', 'approved', 'order');
    await page.locator('.react-flow__edge').nth(3).waitFor({ state: 'attached' });

    await page.locator('.react-flow__pane').click({ position: { x: 500, y: 600 } });
    await write('Run output', shipped.output.join('\n'));
    await save.click();
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toEqual(await meaningOf('research-to-trading'));
  });
});
