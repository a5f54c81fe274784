import { expect, it } from 'vitest';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored } from './support/editor/desk.ts';
import { mouseOf } from './support/editor/mouse.ts';

type Stored = {
  hash: string;
  document: {
    layout: Record<string, { x: number; y: number }>;
    canvas?: { notes?: { text: string }[]; groups?: { title: string; nodes: string[] }[] };
  };
};

const stored = (name: string) => api.ask<Stored>('GET', `/api/v1/pipelines/${name}`);

describeInBrowser('what is written on the canvas', () => {
  it('is stored with the pipeline, and changes nothing of what runs', async () => {
    const { name, page, settings, card, save, state } = await editStored(chain);
    const before = await stored(name);
    await card('first').focus();
    await page.keyboard.press('t');
    const written = settings.getByRole('textbox', { name: 'Text' });
    await expect.poll(() => written.evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.keyboard.type('Ask Ann before changing this');
    await page.getByLabel('Note: Ask Ann before changing this').waitFor();
    await expectAccessibleInBothSchemes(page, 'a note');
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    const after = await stored(name);
    expect(after.document.canvas?.notes?.map(({ text }) => text)).toEqual([
      'Ask Ann before changing this',
    ]);
    expect(after.hash).toBe(before.hash);
    await page.getByRole('button', { name: 'Remove the note' }).click();
    await page.getByLabel(/^Note:/).waitFor({ state: 'detached' });
  });

  it('is not what the view is fitted to while the cards are placed', async () => {
    const { card } = await editStored(`${chain.replace(/layout:[^]*/, '')}canvas:
  notes: [{ text: Ask Ann, x: 2400, y: 1800 }]
`);
    for (const id of ['first', 'third']) {
      await expect.poll(() => card(id).evaluate(isInSight), { message: id }).toBe(true);
    }
  });

  it('frames nodes, which go along where the frame is dragged', async () => {
    const desk = await editStored(chain);
    const { name, page, settings, card, save, state } = desk;
    const { boxOf, drag } = mouseOf(desk);
    await card('first').click();
    await card('second').click({ modifiers: ['Control'] });
    await settings.getByRole('button', { name: 'Group the selection' }).click();
    await settings.getByRole('textbox', { name: 'Title' }).fill('Check');
    const frame = page.getByLabel('Group Check, 2 nodes');
    await frame.waitFor();
    await expectAccessibleInBothSchemes(page, 'a group');
    const [first, third] = [await boxOf('first'), await boxOf('third')];
    const title = (await frame.getByText('Check').boundingBox())!;
    const hold = { x: title.x + 20, y: title.y + title.height / 2 };
    await drag(hold, { x: hold.x, y: hold.y + 90 });
    expect((await boxOf('first')).y).toBeGreaterThan(first.y + 60);
    expect((await boxOf('third')).y).toBe(third.y);
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    const { document } = await stored(name);
    expect(document.canvas?.groups).toEqual([{ title: 'Check', nodes: ['first', 'second'] }]);
    expect(document.layout['first']!.y).toBe(document.layout['second']!.y);
    expect(document.layout['first']!.y).toBeGreaterThan(document.layout['third']!.y);
  });
});

describeInBrowser('cards', () => {
  it('are brought in line, and pasted ones lie on no other', async () => {
    const desk = await editStored(
      chain.replace('third: { x: 680, y: 0 }', 'third: { x: 680, y: 90 }'),
    );
    const { page, settings, card } = desk;
    const { boxOf } = mouseOf(desk);
    await card('first').click();
    await card('third').click({ modifiers: ['Control'] });
    await settings.getByRole('button', { name: 'Align top' }).click();
    await page.getByRole('log').getByText('Aligned 2 nodes').waitFor();
    expect((await boxOf('third')).y).toBe((await boxOf('first')).y);
    await settings.getByRole('button', { name: 'Duplicate' }).click();
    await card('first_2').waitFor();
    const boxes = await Promise.all(['first', 'second', 'third', 'first_2', 'third_2'].map(boxOf));
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
        const isBelow = one.y + one.height <= other.y || other.y + other.height <= one.y;
        expect(isBeside || isBelow).toBe(true);
      }
    }
  });

  it('that were just added have no problems until one leaves them', async () => {
    const { page, card, problems } = await editStored(chain);
    await card('third').focus();
    await page.keyboard.press('n');
    await page.getByPlaceholder('Add a node').waitFor();
    await page.keyboard.type('condition');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Added condition after third').waitFor();
    await page.getByLabel('condition, Condition', { exact: true }).waitFor();
    expect(await problems.count()).toBe(0);
    await card('third').click();
    await page.getByLabel('condition, Condition, 1 problem').waitFor();
    expect(await problems.textContent()).toBe('1 problem');
  });
});

/** Runs in the page. */
function isInSight(card: Element): boolean {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const canvas = card.closest('.react-flow')!.getBoundingClientRect();
  const isBeside = left < canvas.left || right > canvas.right;
  return !isBeside && top >= canvas.top && bottom <= canvas.bottom;
}
