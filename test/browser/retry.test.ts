import { expect, it } from 'vitest';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { deskOf } from './support/editor/desk.ts';
import { ownName } from './support/own.ts';

const { ask, untilStatus } = api;

/** A run whose second node reads what is not there. */
async function startBroken(user: string): Promise<string> {
  const document = {
    name: 'broken-sum',
    title: 'Broken sum',
    nodes: [
      { id: 'first', kind: 'transform', value: { sum: 2 } },
      { id: 'second', kind: 'transform', value: '{{ nodes.first.output.missing + 1 }}' },
    ],
    edges: [{ from: 'first', to: 'second' }],
  };
  const { id } = await ask<{ id: string }>('POST', '/api/v1/runs', { document, user });
  await untilStatus(id, 'failed');
  return id;
}

describeInBrowser('a run that failed', () => {
  it('can be retried from a node, and the new run leads to what it keeps', async () => {
    const id = await startBroken(ownName('retrier'));
    const page = await openSignedIn(`/runs/${id}?at=second`);
    const headline = page.locator('header').getByText(/^second: No such key: missing/);
    await headline.waitFor();
    await page.getByRole('button', { name: 'Retry from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry run?' });
    const nodes = dialog.getByRole('list', { name: 'What happens to each node' });
    await expect
      .poll(() => nodes.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/first\s+kept/),
        expect.stringMatching(/second\s+continues where it stopped/),
      ]);
    await dialog.getByRole('button', { name: 'Start retry' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await page.getByRole('link', { name: id }).first().waitFor();
    await page.goto(`${page.url().split('?')[0]}?at=first`);
    const kept = page.getByText('Kept from').locator('..').getByRole('link');
    expect(await kept.getAttribute('href')).toBe(`/runs/${id}`);
  });

  it('leads to the failed node in the editor, and is retried with the version that mends it', async () => {
    const name = ownName('mended-sum');
    const text = (value: string) =>
      `name: ${name}\nnodes:\n  - { id: last, kind: transform, value: '{{ nodes.first.output.sum ${value} }}' }\n` +
      '  - { id: first, kind: transform, value: { sum: 2 } }\nedges: [{ from: first, to: last }]\n';
    await api.put(`/api/v1/pipelines/${name}`, text('.missing + 1'));
    const { id } = await ask<{ id: string }>('POST', '/api/v1/runs', { pipeline: name });
    await untilStatus(id, 'failed');
    const page = await openSignedIn(`/runs/${id}?at=last`);
    await page.getByRole('button', { name: 'Retry', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit this node' }).click();
    await page.waitForURL(`**/pipelines/${name}/edit?node=last&field=value&run=${id}`);
    const desk = deskOf(page);
    await expect.poll(desk.selected).toEqual(['last']);
    expect(await desk.field('ID').inputValue()).toBe('last');
    const origin = page.getByRole('status').filter({ hasText: 'Opened from the run of' });
    await origin.getByText('that failed at last.').waitFor();
    const retry = origin.getByRole('link', { name: 'Retry the run with this version' });
    expect(await retry.isVisible()).toBe(false);
    await desk.write('Value, required', '{{ nodes.first.output.sum + 1 }}');
    expect(await retry.isVisible()).toBe(false);
    await desk.save.click();
    await retry.click();
    await page.waitForURL((url) => url.pathname === `/runs/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Retry run?' });
    const newest = dialog.getByRole('checkbox', { name: /^Use version 2 of the pipeline, saved/ });
    expect(await newest.isChecked()).toBe(true);
    const nodes = dialog.getByRole('list', { name: 'What happens to each node' });
    await expect
      .poll(() => nodes.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringMatching(/first\s+kept/), expect.stringMatching(/last\s+runs/)]);
    await dialog.getByRole('button', { name: 'Start retry' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await untilStatus(new URL(page.url()).pathname.split('/').at(-1)!, 'completed');
    const retriedAs = new URL(page.url()).pathname.split('/').at(-1)!;
    const failed = await openSignedIn(`/runs/${id}`);
    const header = failed.getByText(/^Retried as/);
    await header.getByText('Completed').waitFor();
    await header.getByRole('link', { name: retriedAs }).waitFor();
    await failed.getByRole('button', { name: 'Retry', exact: true }).waitFor();
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**/pipelines/${name}`);
    const list = await openSignedIn(`/runs?pipeline=${name}`);
    await list.getByText(`retry of …${id.slice(-6)}`).waitFor();
    await list.getByRole('row').filter({ hasText: 'Failed' }).getByText('Retried').waitFor();
  });

  it('in a child pipeline is retried with the version of that which mends it', async () => {
    const [child, parent] = [ownName('mended-child'), ownName('runs-child')];
    const text = (value: string) =>
      `name: ${child}\nnodes:\n  - { id: first, kind: transform, value: { sum: 2 } }\n` +
      `  - { id: sum, kind: transform, value: '{{ ${value} }}' }\nedges: [{ from: first, to: sum }]\n`;
    await api.put(`/api/v1/pipelines/${child}`, text('nodes.first.output.missing + 1'));
    await api.put(
      `/api/v1/pipelines/${parent}`,
      `name: ${parent}\nnodes: [{ id: desk, kind: pipeline, pipeline: ${child} }]\nedges: []\n`,
    );
    const { id } = await ask<{ id: string }>('POST', '/api/v1/runs', { pipeline: parent });
    await untilStatus(id, 'failed');
    const page = await openSignedIn(`/runs/${id}?inside=desk&at=desk/sum`);
    await page.getByRole('link', { name: 'Edit this node' }).click();
    const desk = deskOf(page);
    await expect.poll(desk.selected).toEqual(['sum']);
    const value = desk.field('Value, required');
    await expect.poll(() => value.evaluate((field) => field.matches(':focus'))).toBe(true);
    await desk.write('Value, required', '{{ 1 + 1 }}');
    await desk.save.click();
    const origin = page.getByRole('status').filter({ hasText: 'Opened from the run of' });
    await origin.getByRole('link', { name: 'Retry the run with this version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry run?' });
    const newest = dialog.getByRole('checkbox', { name: 'Use the newest version of the pipeline' });
    expect(await newest.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Start retry' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await untilStatus(new URL(page.url()).pathname.split('/').at(-1)!, 'completed');

    const copy = await openSignedIn(`/pipelines/${child}/edit?run=${id}&inside=desk`);
    const field = deskOf(copy).field('Name');
    await field.fill(ownName('copied-child'));
    await deskOf(copy).save.click();
    await copy.getByText(/^Saved as /).waitFor();
    await copy.getByText(`A retry runs ${child}, which this is a copy of.`).waitFor();
  });

  it('can be retried with all of the same error', async () => {
    const user = ownName('retrier');
    const ids = [await startBroken(user), await startBroken(user)];
    const page = await openSignedIn(`/runs?user=${user}`);
    await page.getByLabel('Status').selectOption('failed');
    const causes = page.getByLabel('Error');
    await causes.selectOption({ index: 1 });
    await page.waitForURL(/error=/);
    await page.getByRole('button', { name: 'Retry all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry runs?' });
    await dialog.getByText('2 runs will be retried.').waitFor();
    await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByText('2 runs started.').waitFor();
    for (const id of ids) {
      const { retriedAs } = await ask<{ retriedAs: string[] }>('GET', `/api/v1/runs/${id}`);
      expect(retriedAs).toHaveLength(1);
    }
  });
});
