import { beforeAll, expect, it } from 'vitest';
import type { ApprovalView } from '../../contracts/api/index.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import type { PageOptions } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startOrderRun } from './support/order-run.ts';
import { runPage } from './support/run-page.ts';

describeInBrowser('the film of a run', () => {
  let filled = '';
  beforeAll(async () => {
    const { id } = await startOrderRun(api);
    const approval = `/api/v1/approvals/${id}.confirm`;
    const { args } = await api.ask<ApprovalView>('GET', approval);
    await api.ask('POST', approval, {
      decision: 'approve',
      args: { ...(args as object), quantity: 2 },
    });
    await api.untilStatus(id, 'completed');
    filled = id;
  });

  async function openFilm(search = '', options: PageOptions = {}) {
    const page = await openSignedIn(`/runs/${filled}${search}`, options);
    const slider = page.getByRole('slider', { name: 'Moment' });
    await slider.waitFor();
    return { page, slider, ...runPage(page) };
  }

  it('takes canvas, timeline and details to one moment, by keys alone', async () => {
    const { page, slider, details, nodeThatIs } = await openFilm();
    await nodeThatIs('order', 'Completed').waitFor();
    await details.getByRole('heading', { name: 'Output' }).waitFor();
    await slider.focus();
    await page.keyboard.press('Home');
    await nodeThatIs('confirm', 'Pending').waitFor();
    await nodeThatIs('order', 'Pending').waitFor();
    await details.getByRole('heading', { name: 'Output' }).waitFor({ state: 'detached' });
    await page.locator('[data-playhead]').waitFor();

    const words = () => slider.getAttribute('aria-valuetext');
    await untilAfter('Asked: Approve the order');
    await nodeThatIs('price', 'Completed').waitFor();
    await nodeThatIs('confirm', 'Waiting').waitFor();
    await page.getByLabel('Run graph').locator('[data-id="confirm"]').click();
    await details.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    expect(await details.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await slider.focus();
    await untilAfter('Approve the order: approved');
    await details.getByRole('heading', { name: 'Changed before approval' }).waitFor();

    await page.keyboard.press('End');
    await nodeThatIs('order', 'Completed').waitFor();
    await page.locator('[data-playhead]').waitFor({ state: 'detached' });
    await page.waitForURL((url) => !url.searchParams.has('t'));

    /** Goes from mark to mark until the words of one are there. */
    async function untilAfter(mark: string): Promise<void> {
      for (let presses = 0; presses < 12; presses += 1) {
        const before = (await words()) ?? '';
        if (before.includes(mark)) return;
        await page.keyboard.press('PageDown');
        await expect.poll(words).not.toBe(before);
      }
      expect(await words()).toContain(mark);
    }
  });

  it('has the moment in its address, so that a reload and a link show the same', async () => {
    const { page, slider, nodeThatIs, node } = await openFilm();
    await slider.focus();
    await page.keyboard.press('Home');
    await page.waitForURL((url) => url.searchParams.has('t'));
    await node('order').click();
    await page.waitForURL((url) => url.searchParams.get('at') === 'order');
    const { search } = new URL(page.url());
    await page.reload();
    await nodeThatIs('order', 'Pending').waitFor();
    const other = await openFilm(search);
    await other.nodeThatIs('order', 'Pending').waitFor();
    await other.details.getByRole('heading', { name: 'order' }).waitFor();
  });

  it('plays from the beginning to the end, and can be stopped in between', async () => {
    const { page, nodeThatIs } = await openFilm();
    await nodeThatIs('order', 'Completed').waitFor();
    await page.getByLabel('Speed').selectOption('0.25×');
    await page.getByRole('button', { name: 'Play' }).click();
    await nodeThatIs('order', 'Pending').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await nodeThatIs('order', 'Pending').waitFor();
    await page.getByLabel('Speed').selectOption('60×');
    await page.getByRole('button', { name: 'Play' }).click();
    await nodeThatIs('order', 'Completed').waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  it('has no faults that axe finds, and fits a phone', async () => {
    const { page, nodeThatIs } = await openFilm('?t=1');
    await nodeThatIs('order', 'Pending').waitFor();
    await expectAccessibleInBothSchemes(page, 'a moment');
    const small = await openFilm('?t=1&view=canvas', phone);
    await small.nodeThatIs('order', 'Pending').waitFor();
    await expectToFit(small.page);
    await expectAccessible(small.page);
    await small.page.getByRole('button', { name: 'End' }).tap();
    await small.nodeThatIs('order', 'Completed').waitFor();
  });
});
