import { expect, it } from 'vitest';
import { api, describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored } from './support/editor/desk.ts';

describeInBrowser('one node', () => {
  it('is tried as it is drawn, with what a run gave the nodes before it', async () => {
    const { name, page, card, settings, write } = await editStored(chain);
    await card('second').click();
    const button = settings.getByRole('button', { name: 'Try this node' });
    await settings.getByText('Run the pipeline once.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await card('first').click();
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', { pipeline: name });
    await api.untilStatus(id, 'completed');
    await page.reload();
    await card('second').click();
    await write('Condition, required', 'nodes.first.output == 2');
    await button.click();
    const output = settings.getByRole('group', { name: 'Output' });
    await output.getByText('false').waitFor();
    const opened = page.waitForEvent('popup');
    await settings.getByRole('link', { name: 'Open run' }).click();
    const run = await opened;
    await run.getByText('With the data of').first().waitFor();
    const { items } = await api.ask<{ items: { triedNode: string | null }[] }>(
      'GET',
      `/api/v1/runs?pipeline=${name}`,
    );
    expect(items.map(({ triedNode }) => triedNode)).toEqual(['second', null]);
  });
});
