import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chatCompletions } from '../activities/models/providers/wires/chat-completions.ts';
import { startAskingBaton } from './support/asking-baton.ts';
import type { AskingBaton } from './support/asking-baton.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { ownName } from './support/own.ts';
import { runPage } from './support/run-page.ts';

const wire = chatCompletions();
const broken = { status: 500, body: wire.error('server_error', 'broken on purpose') };

/** The events of an answer, before and after the middle of its text. */
function halves(text: string): [string, string] {
  const events = wire.stream({ text });
  const middle = events.indexOf('data:', events.indexOf(text.slice(0, 5)));
  return [events.slice(0, middle), events.slice(middle)];
}

describeInBrowser('a run that goes on', () => {
  let stand: AskingBaton;
  let upstream: AskingBaton['upstream'];
  let baton: AskingBaton['baton'];
  let api: AskingBaton['api'];

  beforeAll(async () => {
    stand = await startAskingBaton({
      BATON_MARKET_BARS_PER_MINUTE: '60',
    });
    ({ upstream, baton, api } = stand);
    for (const document of documents) await api.ask('POST', '/api/v1/pipelines', document);
  });
  afterAll(async () => {
    await stand?.stop();
  });
  beforeEach(async () => {
    baton.beforeTool = async () => undefined;
    await baton.comeBack();
  });

  const open = (path: string, options = {}) => openSignedIn(path, options, baton);

  async function openRun(id: string, search = '') {
    const page = await open(`/runs/${id}${search}`);
    return { page, ...runPage(page) };
  }

  it('begins at the start form, and shows what a model says while it says it, also after a reload', async () => {
    const text = 'The market is calm today, and so are we.';
    const [first, rest] = halves(text);
    const { promise, resolve } = Promise.withResolvers<string>();
    upstream.script(() => ({ events: first, rest: promise }));
    const page = await open('/pipelines/say-after-yes');
    await page.getByLabel('Words').fill('A few');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\/run_/);
    const { details, status, line } = runPage(page);
    await details.getByRole('button', { name: 'Approve' }).click();
    await line(/^summary/).click();
    const said = details.getByRole('group', { name: 'Model output' });
    await said.getByText(text.slice(0, 20), { exact: true }).waitFor();
    expect(await said.getAttribute('aria-busy')).toBe('true');
    await expectAccessible(page);
    await page.reload();
    await said.getByText(text.slice(0, 20), { exact: true }).waitFor();
    resolve(rest);
    await details.getByText(text, { exact: true }).waitFor();
    await status.getByText('Completed').waitFor();
    await page.reload();
    await details.getByText(text, { exact: true }).waitFor();
  });

  it('shows which model went on, and what was tried again', async () => {
    let answered = 0;
    upstream.script(({ body }) => {
      if (body.model === 'gpt-5-mini') return broken;
      answered += 1;
      return answered === 1 ? broken : { events: wire.stream({ text: 'At last.' }) };
    });
    const { id } = await api.startRun('try-on', {});
    await api.untilStatus(id, 'completed');
    const { details, line } = await openRun(id);
    await line(/Completed, retried 1 time/).click();
    await details.getByRole('listitem').filter({ hasText: 'broken on purpose' }).waitFor();
    await line(/Completed, failed over 1 time/).click();
    const tries = details.getByRole('listitem').filter({ hasText: 'openai:gpt-5-mini' });
    await tries.getByText('Failed').first().waitFor();
    await details.getByText('demo:trend').first().waitFor();
  });

  it('stops when its tool has finished, and then says what was done and spent', async () => {
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
    baton.beforeTool = ({ nodePath }) => (nodePath === 'second' ? letGo : Promise.resolve());
    const { id } = await api.startRun('two-prices', {});
    const { page, details, status, node, nodeThatIs } = await openRun(id);
    await nodeThatIs('second', 'Running').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByLabel('Reason (optional)').fill('Not today');
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await status.getByText('Cancelling').waitFor();
    await page.reload();
    await status.getByText('Cancelling').waitFor();
    await details.getByText('operator cancelled this run: Not today').waitFor();
    await expectAccessible(page);
    release();
    await status.getByText('Cancelled').waitFor();
    await page.reload();
    await details.getByText('Cancelled by operator: Not today').waitFor();
    await details.getByText('0 model calls, 2 tool calls, 0 tokens, $0.00 spent').waitFor();
    await node('third').getByText('Not reached').waitFor();
  });

  it('interrupts an agent, and resumes it with an instruction', async () => {
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
    baton.beforeTool = () => letGo;
    const { id } = await api.startRun('research-only', {});
    const { page, details, status, line } = await openRun(id);
    await line(/model call/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Interrupt' }).click();
    await page.getByRole('button', { name: 'Pausing after this turn' }).waitFor();
    release();
    await status.getByText('Interrupted').waitFor();
    await page.reload();
    const still = details.getByRole('form', { name: 'Look at it is interrupted' });
    await still.getByText('Interrupted by operator').waitFor();
    await expectAccessible(page);
    await still.getByLabel('Instruction (optional)').fill('Be brief.');
    await still.getByRole('button', { name: 'Resume' }).click();
    await status.getByText('Completed').waitFor();
    await page.goto(`/runs/${id}?at=look`);
    await details.getByRole('tab', { name: 'Conversation' }).click();
    await details.getByText('Be brief.').waitFor();
  });

  it('is cancelled in the list of tasks, with a reason', async () => {
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
    baton.beforeTool = () => letGo;
    const text = ownName('Analyse SPX in vain');
    const task = { agent: 'research', task: text, priority: 'high' };
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/tasks', task);
    const page = await open('/tasks?priority=high');
    const row = page.getByRole('row').filter({ hasText: text });
    await row.getByText('In progress').waitFor();
    const cancel = row.getByRole('button', { name: `Cancel: ${text}` });
    await cancel.click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this task?' });
    await expectAccessible(page);
    await dialog.getByLabel('Reason (optional)').fill('Not today');
    await dialog.getByRole('button', { name: 'Cancel task' }).click();
    await row.getByText('Cancelling').waitFor();
    await cancel.waitFor({ state: 'detached' });
    release();
    await row.getByText('Cancelled').waitFor();
    await row.getByRole('link', { name: text }).click();
    await page.getByText('Cancelled by operator: Not today').waitFor();
    expect(page.url()).toContain(id);
  });

  it('says what a budget is asked for, and ends where more is not allowed', async () => {
    upstream.script(() => ({ events: wire.stream({ text: 'Paid for.' }) }));
    const budget = { usd: 0.000001, onLimit: 'ask' };
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', {
      pipeline: 'say',
      budget,
    });
    const { page, details, status } = await openRun(id);
    const question = details.getByRole('article');
    await question.getByRole('heading', { name: /spend more than 0.000001 USD/ }).waitFor();
    await question.getByText(/The budget of .* grows by/).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Reject' }).click();
    await status.getByText('Failed').waitFor();
    await details.getByText('of $0.000001 spent').waitFor();
  });

  it('says so when the server is gone, and catches up when it is back', async () => {
    const { id } = await api.startRun('ask-first', {});
    await api.untilStatus(id, 'waiting');
    const { page, status, nodeThatIs } = await openRun(id, '?at=confirm');
    await nodeThatIs('confirm', 'Waiting').waitFor();
    await baton.goAway();
    await page.getByText('Baton is not reachable.').first().waitFor();
    await status.getByText('Waiting').waitFor();
    await baton.comeBack();
    await api.approve(id, 'confirm');
    await status.getByText('Completed').waitFor();
    await nodeThatIs('after', 'Completed').waitFor();
    await page.getByText('Baton is not reachable.').first().waitFor({ state: 'detached' });
    expect(page.url()).toContain('at=confirm');
  });
});

const price = (id: string) => ({ id, kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } });

const summary = { id: 'summary', kind: 'model', prompt: 'Say it.', models: ['openai:gpt-5.2'] };

const documents = [
  {
    name: 'say',
    nodes: [summary],
  },
  {
    name: 'say-after-yes',
    inputs: {
      type: 'object',
      required: ['words'],
      properties: { words: { type: 'string', title: 'Words' } },
    },
    nodes: [{ id: 'confirm', kind: 'approval', show: '{{ inputs.words }}' }, summary],
    edges: [{ from: 'confirm', port: 'approved', to: 'summary' }],
  },
  {
    name: 'try-on',
    nodes: [
      { id: 'over', kind: 'model', prompt: 'Say it.', models: ['openai:gpt-5-mini', 'demo:trend'] },
      { id: 'again', kind: 'model', prompt: 'Say it.', models: ['openai:gpt-5.2'] },
    ],
  },
  {
    name: 'two-prices',
    nodes: [price('first'), price('second'), price('third')],
    edges: [
      { from: 'first', to: 'second' },
      { from: 'second', to: 'third' },
    ],
  },
  {
    name: 'research-only',
    nodes: [
      { id: 'look', kind: 'agent', title: 'Look at it', agent: 'research', task: 'Analyse SPX.' },
    ],
  },
  {
    name: 'ask-first',
    nodes: [
      { id: 'confirm', kind: 'approval', show: 'Shall it?' },
      { id: 'after', kind: 'transform', value: 'done' },
    ],
    edges: [{ from: 'confirm', port: 'approved', to: 'after' }],
  },
];
