import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored, openEmptyEditor } from './support/editor/desk.ts';
import { mouseOf } from './support/editor/mouse.ts';

const whole = ['first.done>second', 'second.yes>third'];

describeInBrowser('the canvas', () => {
  it('deletes a node with its edges, and undo brings all of it back', async () => {
    const desk = await editStored(chain);
    const { page, card, cards, edges, undo, redo } = desk;
    await card('second').click();
    await page.keyboard.press('Delete');
    await card('second').waitFor({ state: 'detached' });
    expect(await edges()).toEqual([]);
    await undo.click();
    await card('second').waitFor();
    expect(await edges()).toEqual(whole);
    await redo.click();
    await card('second').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await card('second').waitFor();
    expect(await cards()).toEqual(['first', 'second', 'third']);
  });

  it('deletes no second node when Delete is pressed twice', async () => {
    const { page, card, cards } = await editStored(chain);
    await card('second').click();
    await page.keyboard.press('Delete');
    await card('second').waitFor({ state: 'detached' });
    await page.keyboard.press('Delete');
    // What is done after it shows that it has been taken in.
    await page.keyboard.press('ArrowRight');
    expect(await cards()).toEqual(['first', 'third']);
  });

  it('says why it does not connect a node with one before it', async () => {
    const desk = await editStored(chain);
    await mouseOf(desk).connect('second', 'yes', 'first');
    await desk.page.getByText(/^Not connected: first leads to second already/).waitFor();
    expect(await desk.edges()).toEqual(whole);
  });

  it('inserts a dropped node on the edge under it', async () => {
    const desk = await editStored(chain);
    const { page, edges, card } = desk;
    const { drop, onEdge } = mouseOf(desk);
    const { x, y } = await onEdge('first.done>second');
    const box = await page.locator('.react-flow__pane').boundingBox();
    await drop('Join', { x: x - box!.x, y: y - box!.y });
    await card('join').waitFor();
    expect(await edges()).toEqual(['first.done>join', 'join.done>second', 'second.yes>third']);
  });

  it('inserts what is found by its name on the selected edge', async () => {
    const desk = await editStored(chain);
    const { page, edges, card } = desk;
    const { x, y } = await mouseOf(desk).onEdge('second.yes>third');
    await page.mouse.click(x, y);
    await page.getByRole('button', { name: 'Insert a node on this edge' }).click();
    await page.getByPlaceholder('Add a node').fill('get_price');
    await page.getByRole('option', { name: /get_price/ }).click();
    await card('get_price').waitFor();
    expect(await edges()).toContain('second.yes>get_price');
    expect(await edges()).toContain('get_price.done>third');
  });

  it('has what is called so first, selected and in sight, in the list of what can be added', async () => {
    const { page, card } = await editStored(chain);
    await card('first').focus();
    await page.keyboard.press('n');
    const search = page.getByPlaceholder('Add a node');
    await search.waitFor();
    await page.keyboard.press('End');
    await search.pressSequentially('get_price');
    const best = page.getByRole('option', { name: /^Tool: get_price/, selected: true });
    await best.waitFor();
    const list = page.getByRole('listbox');
    const [inList, top] = await Promise.all([best.boundingBox(), list.boundingBox()]);
    expect(inList!.y).toBeGreaterThanOrEqual(top!.y);
    expect(inList!.y).toBeLessThan(top!.y + 80);
  });

  it('adds what a connection is to lead to where it is dropped', async () => {
    const desk = await editStored(chain);
    const { page, edges, card } = desk;
    const { drag, middleOf } = mouseOf(desk);
    const from = await middleOf('second', 'no');
    await drag(from, { x: from.x + 20, y: from.y + 200 });
    await page.getByPlaceholder('Add a node').fill('transform');
    await page.keyboard.press('Enter');
    await card('transform').waitFor();
    expect(await edges()).toContain('second.no>transform');
  });

  it('lays a pipeline out in rows, from the top down, and in a line again', async () => {
    const { page, card, undo } = await editStored(chain);
    const boxOf = async (id: string) => (await card(id).boundingBox())!;
    const heights = async () => {
      const boxes = await Promise.all(['first', 'second', 'third'].map(boxOf));
      return new Set(boxes.map(({ y }) => Math.round(y))).size;
    };
    await card('first').waitFor();
    await page.keyboard.press('Shift+L');
    await expect.poll(heights).toBe(2);
    expect(await card('first').locator('.react-flow__handle-right').count()).toBe(1);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('top down');
    await page.getByRole('option', { name: 'Lay out the canvas, top down' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(heights).toBe(3);
    await card('second').locator('.react-flow__handle-bottom').first().waitFor();
    expect(await card('second').locator('.react-flow__handle-right').count()).toBe(0);
    await undo.click();
    await expect.poll(heights).toBe(2);
    await page.keyboard.press('l');
    await expect.poll(heights).toBe(1);
  });

  it('refuses a connection that would lead back', async () => {
    const desk = await editStored(chain);
    const { connect } = mouseOf(desk);
    await connect('third', 'done', 'first');
    await desk.page.keyboard.press('Escape');
    // One that is taken comes after what would have come of the other.
    await connect('second', 'no', 'third');
    await expect.poll(desk.edges).toEqual([...whole, 'second.no>third']);
  });

  it('copies what is selected as YAML, and pastes YAML as nodes', async () => {
    const desk = await editStored(chain);
    const { page, card, cards, edges, selected } = desk;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card('first').click();
    await card('second').click({ modifiers: ['Control'] });
    expect(await selected()).toEqual(['first', 'second']);
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('when: nodes.first.output == 1');
    await page.keyboard.press('Control+v');
    await card('second_2').waitFor();
    expect(await edges()).toContain('first_2.done>second_2');

    const text = 'id: typed\nkind: transform\nvalue: 7';
    await page.evaluate((yaml) => navigator.clipboard.writeText(yaml), text);
    await page.keyboard.press('Control+v');
    await card('typed').waitFor();
    expect(await cards()).toHaveLength(6);
  });

  it('selects several with a frame and moves them together', async () => {
    const desk = await editStored(chain);
    const { page, card, selected, undo } = desk;
    const { drag, boxOf } = mouseOf(desk);
    const first = await boxOf('first');
    const second = await boxOf('second');
    await page.keyboard.down('Shift');
    await drag(
      { x: first.x - 15, y: first.y - 30 },
      { x: second.x + second.width + 8, y: second.y + second.height + 30 },
    );
    await page.keyboard.up('Shift');
    await expect.poll(selected).toEqual(['first', 'second']);
    await page.getByRole('heading', { name: /^2 nodes/ }).waitFor();
    await card('first').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect
      .poll(async () => (await card('second').boundingBox())!.y)
      .toBeGreaterThan(second.y);
    await undo.click();
    await expect.poll(async () => (await card('second').boundingBox())!.y).toBe(second.y);
  });

  it('lays itself out', async () => {
    const desk = await editStored(chain.replaceAll(/x: \d+/g, 'x: 0'));
    const { page, card } = desk;
    await page.keyboard.press('l');
    const left = async (id: string) => (await card(id).boundingBox())!.x;
    await expect
      .poll(async () => (await left('third')) - (await left('second')))
      .toBeGreaterThan(0);
    expect((await left('second')) - (await left('first'))).toBeGreaterThan(0);
  });

  it('offers ready-made pipelines where it is empty', async () => {
    const { page, card, field } = await openEmptyEditor();
    const name = await field('Name').inputValue();
    await page.getByRole('button', { name: 'Research, then trade' }).click();
    await card('confirm').waitFor();
    expect(await field('Name').first().inputValue()).toBe(name);
  });
});
