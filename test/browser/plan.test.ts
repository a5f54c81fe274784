import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { chatCompletions } from '../activities/models/providers/wires/chat-completions.ts';
import { startAskingBaton } from './support/asking-baton.ts';
import type { AskingBaton } from './support/asking-baton.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { runPage } from './support/run-page.ts';

const wire = chatCompletions();

type Turn = { text: string } | { calls: [name: string, args: object][] };

function eventsOf(turn: Turn): string {
  if ('text' in turn) return wire.stream(turn);
  const calls = turn.calls.map(([name, args], index) => {
    return { id: `call-${index}-${name}`, name, args: JSON.stringify(args) };
  });
  return wire.stream({ calls });
}

const price = ['get_price', { symbol: 'SPX' }] as [string, object];
const steps = [{ text: 'Read the price' }, { text: 'Look for news' }, { text: 'Write the note' }];
const began: Turn = { calls: [['set_plan', { steps }], price] };
const read = {
  steps: [
    { id: '1', status: 'done', note: 'It stands at 1426' },
    { id: '2', status: 'active' },
  ],
};
const marked: Turn = { calls: [['update_plan', read], price] };
const another = {
  reason: 'The operator wants no news',
  steps: [{ text: 'Read the price', status: 'done' }, { text: 'Weigh the risk' }],
};
const anew: Turn = { calls: [['set_plan', another], price] };
const ended: Turn = { text: 'The risk is small.' };

describeInBrowser("an agent's plan", () => {
  let stand: AskingBaton;
  let upstream: AskingBaton['upstream'];
  let baton: AskingBaton['baton'];
  let api: AskingBaton['api'];

  beforeAll(async () => {
    stand = await startAskingBaton();
    ({ upstream, baton, api } = stand);
    await api.ask('POST', '/api/v1/agents', {
      name: 'note_writer',
      role: 'Writer of notes',
      instructions: 'Write a note.',
      models: ['openai:gpt-5.2'],
      tools: ['get_price'],
      planning: 'model',
      memory: { enabled: false },
    });
  });
  afterAll(async () => {
    await stand?.stop();
  });

  /** Gives the agent a task whose turns are these, each answered when it is let go. */
  async function giveTask(turns: Turn[]) {
    const gates = turns.map(() => Promise.withResolvers<string>());
    let asked = 0;
    upstream.script(() => {
      asked += 1;
      return { events: '', rest: gates[asked - 1]!.promise };
    });
    const body = { agent: 'note_writer', task: 'Write a note on SPX.' };
    const { id } = await api.ask<RunView>('POST', '/api/v1/tasks', body);
    return { id, answer: (turn: number) => gates[turn]!.resolve(eventsOf(turns[turn]!)) };
  }

  async function openRun(id: string, options = {}) {
    const page = await openSignedIn(`/runs/${id}`, options, baton);
    return { page, ...runPage(page), step: stepIn(page) };
  }
  const stepIn =
    (page: Awaited<ReturnType<typeof openSignedIn>>) => (status: string, text: string) =>
      page.getByRole('listitem').filter({ hasText: new RegExp(`^${status}: ${text}`) });

  it('is shown as its steps are done, and what it closes with', async () => {
    const { id, answer } = await giveTask([began, marked, ended]);
    const { page, details, status, step } = await openRun(id);
    answer(0);
    await details.getByText('0 of 3 done').waitFor();
    await step('To do', 'Read the price').waitFor();
    answer(1);
    await details.getByText('1 of 3 done').waitFor();
    await step('Done', 'Read the price').getByText('It stands at 1426').waitFor();
    await step('In progress', 'Look for news').waitFor();
    await expectAccessible(page, 'light');
    const { page: dark, ...small } = await openRun(id, { ...phone, colorScheme: 'dark' });
    await small.details.getByText('1 of 3 done').waitFor();
    await expectAccessible(dark, 'dark, on a phone');
    await expectToFit(dark);
    answer(2);
    await status.getByText('Completed').waitFor();
    await details.getByText('The risk is small.').waitFor();
    await page.reload();
    await details.getByRole('heading', { name: 'Plan' }).waitFor();
    await step('Done', 'Write the note').waitFor();
  });

  it('is made again after an instruction, and the one before it is kept', async () => {
    const { id, answer } = await giveTask([began, marked, anew, ended]);
    const { page, details, status, step } = await openRun(id);
    answer(0);
    await details.getByText('0 of 3 done').waitFor();
    await page.getByRole('button', { name: 'Interrupt' }).click();
    await page.getByRole('button', { name: 'Pausing after this turn' }).waitFor();
    answer(1);
    await status.getByText('Interrupted').waitFor();
    await step('Interrupted', 'Look for news').waitFor();
    await expectAccessible(page);
    await details.getByLabel('Instruction (optional)').fill('No news: weigh the risk.');
    await details.getByRole('button', { name: 'Resume' }).click();
    await status.getByText('In progress').waitFor();
    // It can be interrupted again.
    expect(await page.getByRole('button', { name: 'Interrupt' }).isEnabled()).toBe(true);
    answer(2);
    await details.getByText('Plan changed: The operator wants no news').waitFor();
    await step('Done', 'Read the price').waitFor();
    await details.getByText('1 earlier plan').click();
    await step('Not reached', 'Look for news').waitFor();
    expect(JSON.stringify(upstream.asked.at(-1)?.body)).toContain('No news: weigh the risk.');
    answer(3);
    await status.getByText('Completed').waitFor();
    await step('Done', 'Weigh the risk').waitFor();
  });

  it('that was not finished says which steps were not reached', async () => {
    const { id, answer } = await giveTask([began, marked, ended]);
    const { page, details, status, step } = await openRun(id);
    answer(0);
    answer(1);
    await details.getByText('1 of 3 done').waitFor();
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await status.getByText('Cancelled').waitFor();
    await step('Not reached', 'Write the note').waitFor();
  });

  it('is one of several in a run of several agents, each with how far it is', async () => {
    const node = (name: string) => ({ id: name, kind: 'agent', agent: 'note_writer', task: name });
    let asked = 0;
    upstream.script(() => {
      asked += 1;
      return { events: eventsOf([began, marked, ended, began, ended][asked - 1]!) };
    });
    const document = {
      name: 'two-notes',
      nodes: [node('first'), node('second')],
      edges: [{ from: 'first', to: 'second' }],
    };
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
    const { details, status } = await openRun(id);
    await status.getByText('Completed').waitFor();
    await details.getByRole('heading', { name: 'Plans' }).waitFor();
    await details.getByRole('button', { name: 'second' }).click();
    await details.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
  });
});
