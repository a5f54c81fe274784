import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored, meaningOf, openEmptyEditor } from './support/editor/desk.ts';
import { ownName } from './support/own.ts';

describeInBrowser('problems', () => {
  it('appear at the node and the field while one types, and go when they are fixed', async () => {
    const { page, card, settings, write, problems } = await editStored(chain);
    await card('second').click();
    await write('Condition, required', 'nodes.nowhere.output == 1');
    await page.getByLabel('second, Condition, 1 problem').waitFor();
    const field = settings.getByRole('textbox', { name: 'Condition, required' });
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await settings
      .getByText(/nowhere/)
      .last()
      .waitFor();
    expect(await problems.textContent()).toBe('1 problem');

    await write('Condition, required', 'nodes.first.output == 1');
    await page.getByLabel('second, Condition', { exact: true }).waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null);
    await problems.waitFor({ state: 'detached' });
  });

  it('are listed, and lead to their field', async () => {
    const { page, card, settings, tab, state, save, write } = await editStored(chain);
    await card('second').click();
    await write('Condition, required', 'nodes.');
    // Before, there is nothing to save, and nothing is said.
    await page.getByLabel('second, Condition, 1 problem').waitFor();
    await expect.poll(() => state.textContent()).toBe('unsaved changes');
    await save.click();
    await page.getByText('Not saved: fix the problems first.').waitFor();
    expect(await state.textContent()).toBe('unsaved changes');
    await tab('Problems').click();
    await page.getByRole('button', { name: /second: when/ }).click();
    const field = settings.getByRole('textbox', { name: 'Condition, required' });
    await expect.poll(() => field.evaluate((text) => text.matches(':focus'))).toBe(true);
  });

  it('are not told of what was just added, also under another name, until somebody has left it', async () => {
    const { page, card, field, settings, tab } = await openEmptyEditor();
    await page.getByRole('button', { name: 'Approval', exact: true }).click();
    await settings.getByText('Choose a tool or pipeline first.').waitFor();
    await field('ID').fill('ask');
    await field('Title').fill('Ask somebody');
    await field('Tool').selectOption('calculate');
    // What is checked is shown in the drawing at the same time.
    await card('ask').getByText('Ask somebody').waitFor();
    const wrong = settings.locator('[aria-invalid="true"], .text-bad');
    expect(await wrong.count()).toBe(0);
    expect(await card('ask').getAttribute('aria-label')).toBe('Ask somebody, Approval');
    await tab('YAML').click();
    await page.getByRole('textbox', { name: 'Pipeline YAML' }).waitFor();
    await tab('Settings').click();
    await page.keyboard.press('Control+s');
    await page.getByText('Not saved: fix the problems first.').waitFor();
    await page.getByLabel(/^Ask somebody, Approval, \d problems?$/).waitFor();
  });

  it('say which names cannot be given', async () => {
    const { field, settings } = await openEmptyEditor();
    await field('Name').fill('new');
    await settings.getByText('is a reserved name; choose another name').waitFor();
    await field('Name').fill(ownName('newer'));
    await settings.getByText(/is a reserved name/).waitFor({ state: 'detached' });
  });

  it('of a name that is taken are told at the name when it is saved', async () => {
    const { page, card, field, settings, save } = await openEmptyEditor();
    await page.getByRole('button', { name: 'Research, then trade' }).click();
    await card('research').waitFor();
    await field('Title').first().fill('Another one');
    await field('Name').first().fill('research-to-trading');
    await save.click();
    await settings.getByText(/a pipeline named “research-to-trading” already exists/i).waitFor();
    await field('Name').first().fill(ownName('free'));
    await settings.getByText(/a pipeline named/i).waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('Saved. New runs use this version.').waitFor();
  });
});

/** A page is read, and then an order is placed. */
const acting = `title: Acting
nodes:
  - { id: read, kind: tool, tool: scrape_page, args: { url: 'https://a.example' } }
  - id: buy
    kind: tool
    tool: create_paper_order
    args: { symbol: SPX, side: buy, quantity: 1, referencePrice: 100 }
edges:
  - { from: read, to: buy }
`;

describeInBrowser('what is worth a second look', () => {
  it('is listed beside no problem, leads to its node, and goes once that says who decides', async () => {
    const { page, settings, tab, problems } = await editStored(acting);
    await tab('Problems').click();
    const list = page.getByRole('region', { name: 'Warnings' });
    const warning = list.getByRole('button', { name: /buy: tool.*read \(scrape_page\)/ });
    await warning.waitFor();
    expect(await problems.count()).toBe(0);
    await warning.click();
    await settings.getByLabel('Require approval').selectOption('allow');
    await tab('Problems').click();
    await list.waitFor({ state: 'detached' });
    await page.getByText('No problems. You can save and run this pipeline.').waitFor();
  });
});

/** What is approved is not the order that follows it. */
const unlike = `title: Unlike
nodes:
  - { id: check, kind: approval, show: Buy }
  - id: buy
    kind: tool
    tool: create_paper_order
    args: { symbol: SPX, side: buy, quantity: 1, referencePrice: 100 }
edges:
  - { from: check, to: buy }
`;

describeInBrowser('an approval that does not show the call after it', () => {
  it('is told of at once, and shows it after one press', async () => {
    const { page, card, name, settings, save, tab } = await editStored(unlike);
    await page.getByRole('button', { name: '1 warning' }).waitFor();
    await page.getByLabel('buy, Tool, 1 warning').waitFor();
    await card('buy').click();
    await settings.getByRole('button', { name: 'Show this call in check' }).waitFor();
    await tab('Problems').click();
    await page.getByRole('button', { name: 'Show this call in check' }).click();
    await page.getByText('No problems. You can save and run this pipeline.').waitFor();
    await page.getByRole('button', { name: '1 warning' }).waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('Saved. New runs use this version.').waitFor();
    const order = { symbol: 'SPX', side: 'buy', quantity: 1, referencePrice: 100 };
    expect(await meaningOf(name)).toMatchObject({
      nodes: [
        { id: 'check', tool: 'create_paper_order', args: order },
        { id: 'buy', args: '{{ nodes.check.output.args }}' },
      ],
    });
  });
});

const reads = `inputs: { type: object, properties: { symbol: { type: string } } }
nodes:
  - { id: trend, kind: transform, value: up }
  - { id: sum, kind: agent, agent: research, task: Look }
edges:
  - { from: trend, to: sum }
`;

describeInBrowser('what is typed beside a field of the panel', () => {
  it('is no key of the canvas, until one is there again', async () => {
    const { page, card, cards, settings } = await editStored(chain);
    await card('second').click();
    await settings.getByRole('textbox', { name: 'Condition, required' }).waitFor();
    const before = await cards();
    await settings.getByText('Condition', { exact: true }).first().click();
    await page.keyboard.type('not and then');
    await page.keyboard.press('Backspace');
    expect(await cards()).toEqual(before);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await card('second').click();
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
  });
});

describeInBrowser('expressions', () => {
  it('complete the names that can be read where they stand', async () => {
    const { page, card, settings } = await editStored(chain);
    await card('second').click();
    await settings.getByRole('textbox', { name: 'Condition, required' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('nodes.');
    const names = page.locator('.cm-tooltip').getByRole('option');
    await names.first().waitFor();
    expect(await names.allTextContents()).toEqual([expect.stringContaining('first')]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('.out');
    await page.locator('.cm-completionLabel').getByText('output', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await settings.getByText('nodes.first.output', { exact: true }).waitFor();
  });

  it('are offered and closed from their first braces on, and for the mouse from a button', async () => {
    const { page, card, settings, field } = await editStored(reads);
    await card('sum').click();
    const value = settings.getByRole('textbox', { name: 'Task, required' });
    await value.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Judge {{ ');
    const names = page.locator('.cm-tooltip').getByRole('option');
    await names.first().waitFor();
    expect((await names.allTextContents()).slice(0, 2)).toEqual([
      expect.stringContaining('nodes.trend.output'),
      expect.stringContaining('inputs.symbol'),
    ]);
    expect(await settings.getByText('is not closed').count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => value.textContent()).toBe('Judge {{ nodes.trend.output }}');
    await page.keyboard.type(' }} now');
    await expect.poll(() => value.textContent()).toBe('Judge {{ nodes.trend.output }} now');

    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{ trend }}');
    await settings.getByText('did you mean nodes.trend.output?').waitFor();

    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('Judge ');
    await field('ID').click();
    await settings.getByRole('button', { name: 'Insert into Task' }).click();
    await names.filter({ hasText: 'inputs.symbol' }).click();
    await expect.poll(() => value.textContent()).toBe('Judge {{ inputs.symbol }}');
  });
});
