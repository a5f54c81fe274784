import { expect, it } from 'vitest';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { deskOf } from './support/editor/desk.ts';
import { keyboardOf } from './support/editor/keyboard.ts';
import { ownName } from './support/own.ts';

describeInBrowser('with a keyboard and a screen reader', () => {
  it('one builds two nodes, connects them, runs them and approves', async () => {
    const name = ownName('heard');
    const page = await openSignedIn('/pipelines/new');
    const { state, card } = deskOf(page);
    const { press, type, tabTo, pressAt, add, leave } = keyboardOf(page);
    const heard = page.getByRole('log', { name: 'What happened' });
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    await press('s');
    await page.waitForFunction(() => document.activeElement?.matches('input'));
    await press('Control+a');
    await type(name);
    await leave();

    await add('transform');
    await heard.getByText('Added transform').waitFor();
    await tabTo('Value, required');
    await type('a letter');
    await leave();
    await press('n');
    await page.getByPlaceholder('Add a node').waitFor();
    await type('approval');
    await page.getByRole('option').first().waitFor();
    await press('Enter');
    await heard.getByText('Added approval after transform').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.react-flow__node'));
    // What a screen reader tells of the two cards and of the edge between them.
    const first = card('transform');
    await expect.poll(() => first.getAttribute('aria-label')).toBe('transform, Transform');
    expect(await first.getAttribute('aria-description')).toBe('Leads to approval');
    await page.getByRole('group', { name: /transform.*approval/ }).waitFor({ state: 'attached' });
    await press('Control+s');
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await state.getByText('saved', { exact: true }).waitFor();

    await pressAt('Start');
    await page.getByRole('button', { name: 'Start run' }).waitFor();
    await pressAt('Start run');
    await page.waitForURL('**/runs/run_*');
    await heard.getByText('This run waits for a decision').waitFor();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await pressAt('Approve');
    await heard.getByText('This run has ended: Completed').waitFor();
    const { items } = await api.ask<{ items: { status: string }[] }>(
      'GET',
      `/api/v1/runs?pipeline=${name}`,
    );
    expect(items.map(({ status }) => status)).toEqual(['completed']);
  }, 120_000);
});
