import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser.ts';
import { meaningOf, openEmptyEditor } from './support/editor/desk.ts';
import { mouseOf } from './support/editor/mouse.ts';
import { ownName } from './support/own.ts';

/** An empty editor, with a name for what is built in it. */
async function openNamed() {
  const name = ownName('kinds');
  const desk = await openEmptyEditor();
  const { field, card } = desk;
  await field('Name').fill(name);
  return {
    ...desk,
    ...mouseOf(desk),
    name,
    /** Gives the node whose settings are open its id. */
    async named(id: string) {
      await field('ID').fill(id);
      await field('Title').click();
      await card(id).waitFor();
    },
  };
}

describeInBrowser('nodes that repeat, part and wait', () => {
  it('are added on the canvas, set in their forms and left through their own ports', async () => {
    const { name, page, settings, field, write, save, state, card, edges, drop, connect, named } =
      await openNamed();

    await drop('Loop', { x: 160, y: 80 });
    await named('refine');
    await field('Pipeline').selectOption('write-and-review-round');
    await write('Until', 'round.last.approved');
    await field('Maximum rounds').fill('3');
    await settings.getByText('Advanced settings').click();
    await field('Maximum time').fill('5m');
    await field('Maximum cost in USD').fill('0.5');

    await drop('Switch', { x: 460, y: 80 });
    await named('outcome');
    await write('Compared value', 'nodes.refine.output.ended');
    const addCase = async (port: string, is: string) => {
      await settings.getByRole('button', { name: 'Add case' }).click();
      const added = settings.getByRole('group', { name: 'Case case', exact: true });
      await added.getByLabel('Value').fill(is);
      await added.getByRole('textbox', { name: 'Port' }).fill(port);
      await page.keyboard.press('Tab');
    };
    await addCase('approved', 'condition');
    await addCase('poor', 'moneys');
    await settings.getByRole('group', { name: 'Case poor' }).getByLabel('Value').fill('money');
    await addCase('late', 'time');
    await settings.getByRole('button', { name: 'Delete case late' }).click();
    await card('outcome').getByText('poor', { exact: true }).waitFor();
    await connect('refine', 'done', 'outcome');

    await drop('Wait for event', { x: 160, y: 320 });
    await named('published');
    await field('Name of the event').fill('text.published');
    await write('Only if', 'event.data.rounds == nodes.refine.output.rounds');
    await field('Wait at most').fill('2d');
    await connect('outcome', 'approved', 'published');

    await drop('Map', { x: 460, y: 320 });
    await named('sums');
    await field('Tool').selectOption('calculate');
    await write('For each item of, required', '- { expression: 1 + 1 }');
    await page.getByRole('button', { name: /fit/i }).click();
    await connect('published', 'timeout', 'sums');
    await expect
      .poll(async () => (await edges()).toSorted())
      .toEqual(['outcome.approved>published', 'published.timeout>sums', 'refine.done>outcome']);

    await save.click();
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toMatchObject({
      nodes: [
        {
          id: 'refine',
          kind: 'loop',
          pipeline: 'write-and-review-round',
          until: 'round.last.approved',
          maximumRounds: 3,
          maximumTime: '5m',
          maximumUsd: 0.5,
        },
        {
          id: 'outcome',
          kind: 'switch',
          value: 'nodes.refine.output.ended',
          cases: [
            { port: 'approved', is: 'condition' },
            { port: 'poor', is: 'money' },
          ],
        },
        {
          id: 'published',
          kind: 'wait_for_event',
          event: 'text.published',
          when: 'event.data.rounds == nodes.refine.output.rounds',
          timeout: '2d',
        },
        { id: 'sums', kind: 'map', tool: 'calculate', items: [{ expression: '1 + 1' }] },
      ],
      edges: [
        { from: 'refine', to: 'outcome' },
        { from: 'outcome', port: 'approved', to: 'published' },
        { from: 'published', port: 'timeout', to: 'sums' },
      ],
    });
  });

  it('that call others, wait and put together are added, set and connected too', async () => {
    const { name, page, settings, field, write, save, state, edges, drop, connect, named } =
      await openNamed();

    await drop('Pipeline', { x: 160, y: 80 });
    await named('price');
    await field('Pipeline').selectOption('price-on-call');

    await drop('Model', { x: 160, y: 320 });
    await named('say');
    await write('Prompt, required', 'Say hello');

    await drop('Join', { x: 460, y: 80 });
    await named('both');
    await settings.getByText('Advanced settings').waitFor();
    await connect('price', 'done', 'both');
    await connect('say', 'done', 'both');

    await drop('Wait', { x: 460, y: 320 });
    await named('pause');
    await field('Duration').fill('2s');

    await drop('Transform', { x: 160, y: 540 });
    await named('note');
    await write('Value, required', '{{ nodes.say.output.text }}');
    await page.getByRole('button', { name: /fit/i }).click();
    await connect('both', 'done', 'pause');
    await connect('pause', 'done', 'note');
    await expect
      .poll(async () => (await edges()).toSorted())
      .toEqual(['both.done>pause', 'pause.done>note', 'price.done>both', 'say.done>both']);

    await save.click();
    await page.waitForURL(`**/pipelines/${name}/edit`);
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toMatchObject({
      nodes: [
        { id: 'price', kind: 'pipeline', pipeline: 'price-on-call' },
        { id: 'say', kind: 'model', prompt: 'Say hello' },
        { id: 'both', kind: 'join' },
        { id: 'pause', kind: 'wait', for: '2s' },
        { id: 'note', kind: 'transform', value: '{{ nodes.say.output.text }}' },
      ],
    });
  });
});
