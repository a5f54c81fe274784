import { expect, it } from 'vitest';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { deskOf, meaningOf } from './support/editor/desk.ts';
import { keyboardOf } from './support/editor/keyboard.ts';
import { shipped } from './support/editor/shipped.ts';
import { ownName } from './support/own.ts';

describeInBrowser('the keyboard alone', () => {
  it('builds the shipped pipeline from an empty canvas', async () => {
    const name = ownName('built-with-keys');
    const page = await openSignedIn('/pipelines');
    const { edges, state } = deskOf(page);
    const hands = keyboardOf(page);
    const { press, type, tabTo, pressAt, fill, choose, add, leave, complete } = hands;

    await page.getByRole('heading', { name: 'Ready-made' }).waitFor();
    await pressAt('New pipeline');
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();

    await press('s');
    await page.waitForFunction(() => document.activeElement?.matches('input'));
    await press('Control+a');
    await type(name);
    await fill('Title', shipped.title);
    await fill('Description', shipped.description);
    await pressAt('Add input');
    await fill('Name', 'symbol');
    await fill('Title', 'Symbol');
    await fill('Description', shipped.symbol);
    await fill('Default', 'SPX');
    await fill('More rules', 'minLength: 1');
    await tabTo('Required');
    await press('Space');
    await leave();

    await add('agent: research');
    await type('Research');
    await tabTo('Task, required');
    await type('Analyse the symbol ');
    await complete('{{ inputs.sy', 'symbol');
    await type(' }}.');
    await pressAt('Advanced settings');
    await fill('Timeout', '10m');
    await fill('Maximum attempts', '2');
    await leave();

    await add('agent: trading');
    await type('Decide');
    await fill('ID', 'decide');
    await tabTo('Task, required');
    await type(shipped.decide.slice(0, 2).join('\n'));
    await press('Enter');
    await complete('{{ nodes.re', 'research');
    await complete('.output.rep', 'report');
    await type(' }}');
    await choose('Result format', 'TradeD');
    await fill('Timeout', '10m');
    await fill('Maximum attempts', '2');
    await leave();

    await add('condition');
    await type('Is there something to do?');
    await fill('ID', 'worth_it');
    await tabTo('Condition, required');
    await complete('nodes.decide.output.ac', 'action');
    await type(' in ["buy", "sell"]');
    await leave();

    await add('approval');
    await type('Approve the order');
    await fill('ID', 'confirm');
    await choose('Tool', 'create_p');
    await pressAt('Use one expression');
    // Else the first letter is a key of the canvas.
    await page.waitForFunction(() => document.activeElement?.matches('[role="textbox"]'));
    await type('nodes.decide.output.order');
    await leave();

    await add('tool: create_paper_order');
    await type('Place the order');
    await fill('ID', 'order');
    // Behind an approval of the same call, it has the arguments that were approved.
    await fill('Timeout', '1h');
    await fill('Maximum attempts', '5');
    await leave();

    await press('s');
    await fill('Run output', shipped.output.join('\n'));
    await leave();
    await press('Control+s');
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await edges()).toEqual([
      'research.done>decide',
      'decide.done>worth_it',
      'worth_it.yes>confirm',
      'confirm.approved>order',
    ]);
    expect(await meaningOf(name)).toEqual(await meaningOf('research-to-trading'));
  }, 120_000);
});
