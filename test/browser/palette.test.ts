import { expect, it } from 'vitest';
import {
  api,
  describeInBrowser,
  openPage,
  openSignedIn,
  serverOfTests,
} from './support/browser.ts';
import { signIn } from './support/api.ts';
import { ownName } from './support/own.ts';

const { ask, untilStatus } = api;

describeInBrowser('the palette', () => {
  it('keeps what is typed at once after Ctrl+K', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    // Without a look in between: a person does not wait for it either.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('get_indicators');
    expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe(
      'get_indicators',
    );
    await page.getByRole('option', { name: /get_indicators/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tools\/get_indicators/);
  });

  it('keeps what is typed before the app is there, and goes on from it', async () => {
    const page = await openPage();
    await signIn(page.request, serverOfTests());
    const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await mayLoad;
      await route.continue();
    });
    await page.goto('/runs', { waitUntil: 'commit' });
    await page.waitForFunction(() => 'takeTyped' in globalThis);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('aggx');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    load();
    const input = page.getByRole('combobox', { name: 'Search' });
    await input.waitFor();
    await page.keyboard.type('ents');
    expect(await input.inputValue()).toBe('agents');
    await page.getByRole('option', { name: 'Agents', exact: true, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  });

  it('adds the node that was entered before its kind was known', async () => {
    const page = await openSignedIn('/pipelines');
    const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/api/v1/agents*', async (route) => {
      await mayLoad;
      await route.continue();
    });
    await page.goto('/pipelines/new');
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    await page.keyboard.press('n');
    await page.getByPlaceholder('Add a node').fill('agent: research');
    await page.keyboard.press('Enter');
    expect(await page.locator('.react-flow__node').count()).toBe(0);
    load();
    await page.locator('.react-flow__node').getByText('Agent', { exact: true }).waitFor();
  });

  it('finds a run by its input that is not among the newest', async () => {
    const needle = ownName('needle');
    const document = {
      name: 'kept-note',
      inputs: { type: 'object', properties: { note: { type: 'string' } } },
      nodes: [{ id: 'sum', kind: 'transform', value: 1 }],
    };
    const start = (note: string) =>
      ask<{ id: string }>('POST', '/api/v1/runs', { document, input: { note } });
    const { id } = await start(needle);
    for (let index = 0; index < 51; index += 1) await start(`other ${index}`);
    await untilStatus(id, 'completed');
    const page = await openSignedIn('/costs');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(needle);
    await page.getByRole('option', { name: new RegExp(id), selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/runs/${id}`);
  });

  it('waits until what is open is closed', async () => {
    const page = await openSignedIn('/costs');
    await page.getByRole('button', { name: 'New alert' }).click();
    const dialog = page.getByRole('dialog', { name: 'New alert' });
    await dialog.waitFor();
    await page.keyboard.press('Control+k');
    await dialog.getByLabel('Limit (%)').focus();
    await page.keyboard.type('7');
    expect(await page.getByRole('combobox', { name: 'Search' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
  });

  it('finds docs for who uses Baton, and none for who makes it', async () => {
    const page = await openSignedIn('/costs');
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webhooks');
    await page
      .getByRole('option', { name: /^Webhooks/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('one interpreter workflow');
    await page.getByRole('option', { name: /^Have it written/ }).waitFor();
    expect(await page.getByRole('option', { name: /interpreter workflow$/i }).count()).toBe(1);
  });

  it('does what is done from every page', async () => {
    const page = await openSignedIn('/costs');
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark theme');
    await page.getByRole('option', { name: /dark theme/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Dark theme', checked: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new pipeline');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pipelines/new');
  });
});
