import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { editStored } from './support/editor/desk.ts';
import { storeLookup, withBodies } from './support/editor/frames.ts';
import { mouseOf } from './support/editor/mouse.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

type Stored = { document: { layout: Record<string, { x: number; y: number }> } };

const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The cards that lie on another. */
const overlapping = (page: Page) =>
  page.$$eval('.react-flow__node', (cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return boxes.filter((one) =>
      boxes.some(
        (other) =>
          other !== one &&
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      ),
    ).length;
  });

describeInBrowser('what a node runs, in the editor', () => {
  it('is shown inside of its card with a press, beside all others, and stays so', async () => {
    const inner = await storeLookup();
    const { page, card, state } = await editStored(withBodies(inner));
    await toggle(page, 'Show what Each key runs').waitFor();
    await card('each').dblclick();
    const bodies = card('each').locator('[data-inner]');
    await expect.poll(() => bodies.count()).toBe(3);
    await toggle(page, 'Show what Again runs').press('Enter');
    await expect.poll(() => card('again').locator('[data-inner]').count()).toBe(3);
    expect(await overlapping(page)).toBe(0);
    expect(await card('each').locator('.body-path').count()).toBe(2);
    await expectAccessibleInBothSchemes(page, 'frames');
    expect(await state.textContent()).toBe('saved');

    await page.reload();
    await expect.poll(() => bodies.count()).toBe(3);
    await toggle(page, 'Hide what Each key runs').click();
    await expect.poll(() => bodies.count()).toBe(0);
    expect(await card('again').locator('[data-inner]').count()).toBe(3);
  });

  it('leads to the node in its own pipeline', async () => {
    const inner = await storeLookup();
    const { page, settings } = await editStored(withBodies(inner));
    await toggle(page, 'Show what Again runs').click();
    await page.getByRole('link', { name: `Find it, Transform, in ${inner}` }).click();
    await page.waitForURL(`**/pipelines/${inner}/edit?node=find`);
    await settings.getByRole('textbox', { name: 'Title' }).waitFor();
    await expect
      .poll(() => settings.getByRole('textbox', { name: 'Title' }).inputValue())
      .toBe('Find it');
  });

  it('changes no place of the document, but of a card that is dragged', async () => {
    const inner = await storeLookup();
    const desk = await editStored(withBodies(inner));
    const { name, page, save, state } = desk;
    const { boxOf, drag } = mouseOf(desk);
    await toggle(page, 'Show what Each key runs').click();
    await page.locator('[data-inner="say"]').waitFor();
    const from = await boxOf('again');
    const hold = { x: from.x + from.width / 2, y: from.y + from.height - 8 };
    await drag(hold, { x: hold.x, y: hold.y + 60 });
    const after = await boxOf('again');
    expect(after.y).toBeGreaterThan(from.y + 30);
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    const { layout } = (await api.ask<Stored>('GET', `/api/v1/pipelines/${name}`)).document;
    expect(layout).toMatchObject({
      begin: { x: 0, y: 0 },
      each: { x: 304, y: 0 },
      beside: { x: 304, y: 160 },
    });
    // Not where it is drawn, to the right of the frame.
    expect(Math.abs(layout['again']!.x - 608)).toBeLessThan(20);
    expect(layout['again']!.y).toBeGreaterThan(30);
  });

  it('is listed below its node on a phone', async () => {
    const inner = await storeLookup();
    const name = ownName('bodies');
    await api.put(`/api/v1/pipelines/${name}`, `name: ${name}\n${withBodies(inner)}`);
    const page = await openSignedIn(`/pipelines/${name}/edit`, phone);
    const list = page.getByRole('list', { name: `What Again runs: ${inner}` });
    await list.waitFor();
    const rows = list.getByRole('link');
    expect(await rows.allTextContents()).toEqual([
      expect.stringContaining('Find it'),
      expect.stringContaining('known'),
      expect.stringContaining('say'),
    ]);
    await expectToFit(page);
    await rows.nth(2).click();
    await page.waitForURL(`**/pipelines/${inner}/edit?node=say`);
  });
});
