import { expect, it } from 'vitest';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';

describeInBrowser('the gallery of templates', () => {
  it('shows each with its picture and needs, in light, dark and on a phone', async () => {
    const page = await openSignedIn('/gallery');
    const card = page.getByRole('article', { name: 'Sort a support ticket, draft the reply' });
    await card.locator('svg:not([data-sketch]) rect').first().waitFor();
    const needs = card.getByRole('list', { name: 'Needs' });
    expect(await needs.getByRole('listitem').allTextContents()).toEqual([
      'A model',
      'A person who decides',
    ]);
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(12);
    await expectAccessibleInBothSchemes(page, 'the gallery');
    const narrow = await openSignedIn('/gallery', phone);
    await narrow.getByRole('article').first().waitFor();
    await expectToFit(narrow);
  });

  it('stands in for each picture until it is there', async () => {
    const page = await openSignedIn('/runs');
    let show = () => {};
    const held = new Promise<void>((resolve) => (show = resolve));
    await page.route('**/api/v1/pipelines/*version=live*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/gallery');
    const card = page.getByRole('article', { name: 'Notes of a meeting' });
    await card.locator('svg[data-sketch] rect').first().waitFor();
    show();
    await card.locator('svg[data-sketch]').waitFor({ state: 'detached' });
    await card.locator('svg:not([data-sketch]) rect').first().waitFor();
  });

  it('finds a template by words and by its field', async () => {
    const page = await openSignedIn('/gallery');
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('pull request');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('no such thing');
    await page.getByText('No template has these words.').waitFor();
    await page.getByRole('link', { name: 'Show all templates' }).click();
    await page.getByRole('combobox', { name: 'Field' }).selectOption('Documents');
    await expect
      .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
      .toEqual(['Read an invoice']);
  });

  it('opens a copy of one’s own of a template in the editor', async () => {
    const page = await openSignedIn('/gallery');
    await page.getByRole('button', { name: 'Use template Notes of a meeting' }).click();
    await page.waitForURL(/\/pipelines\/meeting-notes-copy[^/]*\/edit/);
    await page.locator('.react-flow__node').first().waitFor();
    const name = /pipelines\/([^/]+)\/edit/.exec(page.url())![1]!;
    expect(await api.ask('GET', `/api/v1/pipelines/${name}`)).toMatchObject({ source: 'user' });
    await api.ask('DELETE', `/api/v1/pipelines/${name}`);
  });
});
