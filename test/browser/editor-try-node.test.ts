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

  it('is tried with the newest run that led to it, or the one that is chosen, and its fields show that run', async () => {
    const asking = `inputs: { type: object, required: [number], properties: { number: { type: integer } } }
nodes:
  - { id: first, kind: transform, title: The number, value: '{{ inputs.number }}' }
  - { id: isBig, kind: condition, when: nodes.first.output > 2 }
  - { id: big, kind: transform, value: '{{ nodes.first.output }}' }
edges:
  - { from: first, to: isBig }
  - { from: isBig, port: yes, to: big }
`;
    const { name, page, card, settings } = await editStored(asking);
    for (const number of [7, 8, 1]) {
      const { id } = await api.startRun(name, { number });
      await api.untilStatus(id, 'completed');
    }
    await page.reload();
    await card('big').click();
    const chosen = settings.getByRole('combobox', { name: 'With the data of' });
    const text = () => chosen.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text);
    await settings.getByText(/In the run of .*: 8$/).waitFor();
    expect(await text()).toMatch(/Completed · 8$/);
    await chosen.selectOption({ index: 2 });
    await settings.getByText(/In the run of .*: 7$/).waitFor();
    await settings.getByRole('button', { name: 'Try this node' }).click();
    await settings.getByRole('group', { name: 'Output' }).getByText('7').waitFor();
    await chosen.selectOption({ index: 0 });
    await settings.getByRole('button', { name: 'Try this node' }).click();
    const refusal = await settings.getByRole('alert').innerText();
    expect(refusal).toMatch(/^Node big runs after isBig, .* Choose another run, or run/);
    expect(refusal).not.toContain('outputs');
  });
});
