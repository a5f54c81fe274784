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

const answers = {
  plan: (...texts: string[]) =>
    wire.stream({
      calls: [
        {
          id: `plan-${texts.length}`,
          name: 'set_plan',
          args: JSON.stringify({ steps: texts.map((text) => ({ text })) }),
        },
      ],
    }),
  price: wire.stream({ calls: [{ id: 'price', name: 'get_price', args: '{"symbol":"SPX"}' }] }),
  report: wire.stream({ text: 'The risk is small.' }),
};

describeInBrowser('an agent whose plan and calls a person approves', () => {
  let stand: AskingBaton;

  beforeAll(async () => {
    stand = await startAskingBaton();
  });
  afterAll(() => stand?.stop());

  it('is made by the form, waits with its plan, makes another one, and asks about its call', async () => {
    const { baton, upstream, api } = stand;
    const page = await openSignedIn('/agents', {}, baton);
    await page.getByRole('button', { name: 'New agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'New agent' });
    await dialog.getByLabel('Name').fill('note_writer');
    await dialog.getByLabel('Role').fill('Writer of notes');
    await dialog.getByLabel('Instructions').fill('Write a note.');
    await dialog.getByLabel('Models').fill('openai:gpt-5.2');
    const group = (name: string) => dialog.getByRole('group', { name, exact: true });
    await group('Tools').getByLabel('get_price', { exact: true }).check();
    await dialog.getByLabel('Planning').selectOption({ label: 'The model makes a plan first' });
    await dialog.getByLabel('Approvers of its plan').fill('operator');
    const asked = group('Always require approval for');
    await asked.getByLabel('get_price', { exact: true }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('article', { name: 'Writer of notes' }).waitFor();
    expect(await api.ask('GET', '/api/v1/agents/note_writer')).toMatchObject({
      planApproval: { approvers: ['operator'], timeout: '24h' },
      sideEffects: { alwaysAsk: ['get_price'] },
    });

    let turn = 0;
    const script = [
      answers.plan('Buy everything', 'Write the note'),
      answers.plan('Read the price', 'Write the note'),
      answers.price,
      answers.report,
    ];
    upstream.script(() => ({ events: script[turn++] ?? '' }));
    const body = { agent: 'note_writer', task: 'Write a note on SPX.' };
    const { id } = await api.ask<RunView>('POST', '/api/v1/tasks', body);
    await page.goto(`${new URL(page.url()).origin}/runs/${id}`);
    const { status } = runPage(page);
    const card = page.getByRole('article', { name: 'Approve the plan of note_writer?' });
    await status.getByText('Waiting').waitFor();
    await card.getByText('Buy everything').waitFor();
    await expectAccessible(page, 'light');
    const small = await openSignedIn('/approvals', { ...phone, colorScheme: 'dark' }, baton);
    await small.getByText('Buy everything').waitFor();
    await expectAccessible(small, 'dark, on a phone');
    await expectToFit(small);
    await card.getByLabel('Comment (optional)').fill('Buy nothing.');
    await card.getByRole('button', { name: 'Reject' }).click();
    await card.getByText('Read the price', { exact: true }).waitFor();
    await card.getByText('removed: Buy everything').waitFor();
    expect(JSON.stringify(upstream.asked.at(-1)?.body)).toContain('rejected it: Buy nothing.');
    await card.getByRole('button', { name: 'Approve' }).click();
    const call = page.getByRole('article', { name: /^Allow get_price/ });
    await call.getByText('A person must approve every call of this tool').waitFor();
    await call.getByRole('button', { name: 'Approve' }).click();
    await status.getByText('Completed').waitFor();
  });
});
