import { expect, it } from 'vitest';
import { api, describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored } from './support/editor/desk.ts';
import { mouseOf } from './support/editor/mouse.ts';

describeInBrowser('the toolbar of the editor', () => {
  it('stays where it is while what it says changes', async () => {
    const { page, card, field, write, problems, save, state, undo } = await editStored(chain);
    const note = page.getByLabel('What changed?');
    const places = () =>
      Promise.all([undo, note, save].map(async (each) => (await each.boundingBox())!));
    await state.getByText('saved', { exact: true }).waitFor();
    const before = await places();
    await card('second').click();
    await field('Title').fill('Another title');
    await state.getByText('unsaved changes').waitFor();
    expect(await places()).toEqual(before);
    await write('Condition, required', 'nodes.nowhere.output == 1');
    await problems.waitFor();
    expect(await places()).toEqual(before);
  });

  it('saves what is not saved, asks for what a run needs, starts it, and leads to it on the same page', async () => {
    const { page, field, state } = await editStored(chain);
    await field('Title').fill('Changed');
    await state.getByText('unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Start Changed' });
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL('**/runs/run_*');
    await page.locator('.react-flow__node[data-id="third"]').waitFor();
    expect(page.context().pages()).toHaveLength(1);
  });

  it('is not needed: Ctrl+K finds its commands, its nodes and the whole app, and keys start a run', async () => {
    const { page, field, selected } = await editStored(chain);
    const search = page.getByRole('combobox', { name: 'Search' });
    await field('Title').fill('By keys');
    await page.keyboard.press('Control+k');
    await search.fill('third');
    await page.getByRole('option', { name: /third/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(selected).toEqual(['third']);

    await page.keyboard.press('Control+k');
    await search.fill('start a run');
    await page.getByRole('option', { name: /^Start a run/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Start By keys' });
    await dialog.waitFor();
    // A field of the dialog has the focus, and not the button that closes it.
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/runs/run_*');
    await dialog.waitFor({ state: 'detached' });
    await api.untilStatus(page.url().split('/').at(-1)!, 'completed');
    await page.keyboard.press('Control+k');
    await search.fill('completed keys');
    await page
      .getByRole('option', { name: /By keys.*Completed · / })
      .first()
      .waitFor();
  });
});

describeInBrowser('a card that is dragged', () => {
  it('is brought in line with another that it comes near to, along a line that is shown', async () => {
    const desk = await editStored(chain);
    const { page, card } = desk;
    const { boxOf } = mouseOf(desk);
    const guides = page.locator('[data-guide="x"]');
    const [first, second] = [await boxOf('first'), await boxOf('second')];
    const from = { x: second.x + 60, y: second.y + 20 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    // A card follows the pointer from its first move on.
    await page.mouse.move(from.x - 1, from.y + 1);
    await page.mouse.move(from.x - 100, from.y + 100, { steps: 4 });
    await page.mouse.move(from.x - (second.x - first.x) + 3, from.y + 200, { steps: 4 });
    await guides.first().waitFor();
    await page.mouse.up();
    await guides.first().waitFor({ state: 'detached' });
    await expect
      .poll(async () => Math.abs((await card('second').boundingBox())!.x - first.x))
      .toBeLessThan(0.5);
  });
});
