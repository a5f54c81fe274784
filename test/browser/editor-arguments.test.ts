import { expect, it } from 'vitest';
import { api, describeInBrowser } from './support/browser.ts';
import { editStored, meaningOf } from './support/editor/desk.ts';

/** Its test never runs: what leads to it says no. */
const pipeline = `nodes:
  - { id: facts, kind: transform, value: { cash: 5000, short: perhaps } }
  - { id: gate, kind: condition, when: 'nodes.facts.output.cash < 0' }
  - id: test
    kind: tool
    tool: run_backtest
    args: { symbol: SPX, entry: sma20 > sma50, exit: sma20 < sma50 }
edges:
  - { from: facts, to: gate }
  - { from: gate, port: yes, to: test }
layout:
  facts: { x: 0, y: 0 }
  gate: { x: 340, y: 0 }
  test: { x: 680, y: 0 }
`;

describeInBrowser('the arguments of a tool', () => {
  it('are asked for by their type, as fixed values or as expressions that show what they gave', async () => {
    const { name, page, card, settings, field, write, save, state } = await editStored(pipeline);
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', { pipeline: name });
    await api.untilStatus(id, 'completed');
    await page.reload();
    await card('test').click();

    await field('sameBarExit').selectOption('target');
    const short = settings.getByRole('switch', { name: 'allowShort' });
    expect(await short.getAttribute('aria-checked')).toBe('false');
    await short.click();
    await expect.poll(() => short.getAttribute('aria-checked')).toBe('true');
    await field('lot').fill('0.5');

    const toggle = (of: string) => settings.getByRole('button', { name: `Expression for ${of}` });
    await toggle('cash').click();
    await page.keyboard.type('nodes.facts.output.cash');
    await settings.getByText(/In the run of .+: 5000/).waitFor();
    expect(await settings.getByText('does not fit').count()).toBe(0);
    await toggle('allowShort').click();
    await page.keyboard.type('nodes.facts.output.short');
    await settings.getByText(/In the run of .+: perhaps/).waitFor();
    await settings.getByText('What it gave then does not fit').waitFor();
    await toggle('allowShort').click();
    await expect.poll(() => short.getAttribute('aria-checked')).toBe('true');

    // What the expression gave is the fixed value that it becomes.
    await toggle('lot').click();
    await write('lot', '{{ nodes.facts.output.cash }}');
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toMatchObject({
      nodes: [
        {},
        {},
        {
          args: {
            sameBarExit: 'target',
            allowShort: true,
            cash: '{{ nodes.facts.output.cash }}',
            lot: '{{ nodes.facts.output.cash }}',
          },
        },
      ],
    });
    await toggle('cash').click();
    await expect.poll(() => field('cash').inputValue()).toBe('5000');
  });

  it('come from a call that is added where none gives them yet', async () => {
    const { name, page, card, settings, save, state } = await editStored(`nodes:
  - id: ask
    kind: approval
    show: Buy?
    tool: create_paper_order
    args: { symbol: SPX, side: buy, quantity: 1, referencePrice: 1 }
edges: []
`);
    await card('ask').click();
    await settings.getByRole('textbox', { name: /^referencePrice/ }).fill('');
    await settings.getByRole('button', { name: 'Add get_price before this' }).click();
    await card('get_price').waitFor();
    await settings.getByText('{{ nodes.get_price.output.price }}').waitFor();
    await page.getByRole('group', { name: /get_price.*ask/ }).waitFor({ state: 'attached' });
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toMatchObject({
      nodes: [{ id: 'ask' }, { id: 'get_price', args: { symbol: 'SPX' } }],
      edges: [{ from: 'get_price', to: 'ask' }],
    });
  });
});
