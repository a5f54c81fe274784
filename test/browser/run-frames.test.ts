import { parse } from 'yaml';
import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { storeLookup, withBodies } from './support/editor/frames.ts';
import { ownName } from './support/own.ts';
import { runPage } from './support/run-page.ts';

/** A run that has looked up three keys, one of them in vain, and then two in rounds. */
async function lookedUp(): Promise<{ id: string; inner: string }> {
  const inner = await storeLookup();
  const document = { name: ownName('bodies'), ...(parse(withBodies(inner)) as object) };
  const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
  await api.untilStatus(id, 'completed');
  return { id, inner };
}

describeInBrowser('what a node runs, on the canvas of a run', () => {
  it('stands as the item does that one chooses, the first that failed to begin with', async () => {
    const { id } = await lookedUp();
    const page = await openSignedIn(`/runs/${id}`);
    const { node, details } = runPage(page);
    await page.getByRole('button', { name: 'Show what Each key runs' }).click();
    const frame = node('each');
    await frame.getByText('2 done').waitFor();
    expect(await frame.getByText('1 failed').count()).toBe(1);
    const choice = frame.getByRole('combobox', { name: 'Shown item of Each key' });
    expect(await choice.inputValue()).toBe('2');
    await frame.getByRole('button', { name: 'Find it, transform, Failed' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'a frame of a run');

    await frame.getByRole('button', { name: 'Next item' }).click();
    await frame.getByRole('button', { name: 'say, transform, Completed' }).click();
    await details.getByRole('heading', { name: 'say' }).waitFor();
    await details.getByText('It is banana').waitFor();
    await details.getByText('Each key, item 3').waitFor();
    await choice.selectOption('1');
    // From afar a card says no more than how its node stands.
    await frame.getByText('It is apple').first().waitFor({ state: 'attached' });
    await frame.getByRole('button', { name: 'say, transform, Completed' }).waitFor();
  });

  it('shows the call of each item where that is a tool', async () => {
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document: sums, input: {} });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    const { node, details } = runPage(page);
    await page.getByRole('button', { name: 'Show what sums runs' }).click();
    const frame = node('sums');
    await frame.getByText('1 done').waitFor();
    await frame.getByText('1 failed').waitFor();
    await frame.getByRole('button', { name: 'calculate, tool, Failed' }).waitFor();
    await frame.getByRole('button', { name: 'Previous item' }).click();
    await frame.getByRole('button', { name: 'calculate, tool, Completed' }).click();
    await details.getByRole('heading', { name: 'calculate 6 * 7' }).waitFor();
    expect(page.url()).toContain('step=item-1');
  });

  it('shows the last round of a loop, and leads to it', async () => {
    const { id } = await lookedUp();
    const page = await openSignedIn(`/runs/${id}`);
    const { node } = runPage(page);
    await page.getByRole('button', { name: 'Show what Again runs' }).click();
    const frame = node('again');
    await frame.getByText('2 done').waitFor();
    const choice = frame.getByRole('combobox', { name: 'Shown round of Again' });
    expect(await choice.locator('option:checked').textContent()).toBe('Round 2 of 2, Completed');
    await frame.getByRole('button', { name: 'Open' }).click();
    const trail = page.getByRole('navigation', { name: 'Open pipeline' });
    await trail.getByText('Again, round 2').waitFor();
    await runPage(page).nodeThatIs('say', 'Completed').waitFor();
  });
});

/** A tool for each item, one of which it refuses. */
const sums = {
  name: 'sums',
  nodes: [
    {
      id: 'sums',
      kind: 'map',
      tool: 'calculate',
      items: [{ expression: '6 * 7' }, { expression: '6 *' }],
      onItemError: 'continue',
    },
  ],
};
