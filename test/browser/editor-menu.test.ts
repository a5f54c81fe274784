import { expect, it } from 'vitest';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored, openEmptyEditor } from './support/editor/desk.ts';
import { mouseOf } from './support/editor/mouse.ts';

describeInBrowser('the menu of the canvas', () => {
  it('has what can be done with a node, with its keys, and selects that node', async () => {
    const { page, card, cards, selected } = await editStored(chain);
    const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await card('first').click();
    await card('second').click({ button: 'right' });
    expect(await selected()).toEqual(['second']);
    await expectAccessibleInBothSchemes(page, 'the menu of a node');
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Edit settingsEnter',
      'Add a node after thisN',
      'Add a node parallel to this',
      'Connect to…C',
      'DuplicateCtrl+D',
      'CopyCtrl+C',
      'GroupCtrl+G',
      'DeleteDel',
    ]);
    await entry('Duplicate').click();
    await card('second_2').waitFor();
    await card('second_2').click({ button: 'right' });
    await entry('Delete').click();
    await card('second_2').waitFor({ state: 'detached' });
    expect(await cards()).toEqual(['first', 'second', 'third']);
  });

  it('brings several nodes in line, and leaves them selected', async () => {
    const { page, card, selected } = await editStored(
      chain.replace('third: { x: 680, y: 0 }', 'third: { x: 680, y: 90 }'),
    );
    await card('second').click();
    await card('third').click({ modifiers: ['Control'] });
    await card('third').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Align top' }).click();
    const topOf = async (id: string) => Math.round((await card(id).boundingBox())!.y);
    await expect.poll(async () => (await topOf('third')) - (await topOf('second'))).toBe(0);
    expect(await selected()).toEqual(['second', 'third']);
  });

  it('puts a node on an edge', async () => {
    const desk = await editStored(chain);
    const { page, edges, card } = desk;
    const { x, y } = await mouseOf(desk).onEdge('second.yes>third');
    await page.mouse.click(x, y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Add a node here' }).click();
    await page.getByPlaceholder('Add a node').fill('get_price');
    await page.getByRole('option', { name: /^Tool: get_price/ }).click();
    await card('get_price').waitFor();
    expect(await edges()).toContain('second.yes>get_price');
    expect(await edges()).toContain('get_price.done>third');
  });

  it('adds, pastes and selects where there is nothing yet', async () => {
    const { page, card, selected } = await openEmptyEditor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const pane = page.locator('.react-flow__pane');
    const choose = async (name: string, position: { x: number; y: number }) => {
      await pane.click({ button: 'right', position });
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await page.evaluate(() => navigator.clipboard.writeText('Hello'));
    await choose('Paste', { x: 90, y: 30 });
    await page.getByText('The clipboard holds no nodes.').waitFor();

    await choose('Add a node here', { x: 90, y: 30 });
    await page.getByPlaceholder('Add a node').fill('transform');
    await page.keyboard.press('Enter');
    await card('transform').waitFor();

    const text = 'id: typed\nkind: transform\nvalue: 7';
    await page.evaluate((yaml) => navigator.clipboard.writeText(yaml), text);
    await choose('Paste', { x: 120, y: 420 });
    await card('typed').waitFor();
    const [added, pasted] = await Promise.all(
      ['transform', 'typed'].map(async (id) => (await card(id).boundingBox())!),
    );
    expect(pasted!.y - added!.y).toBeGreaterThan(40);
    await choose('Select all nodes', { x: 120, y: 200 });
    await expect.poll(selected).toEqual(['transform', 'typed']);
  });

  it('opens, works and closes by keys alone', async () => {
    const { page, card, settings } = await editStored(chain);
    const focused = (of: ReturnType<typeof card>) =>
      of.evaluate((element) => element.matches(':focus'));
    await card('second').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Edit settings' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(card('second'))).toBe(true);

    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => focused(settings.getByRole('textbox', { name: 'Title', exact: true })))
      .toBe(true);
  });
});
