import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { createApi } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';

describeInBrowser('a Baton with the free plan', () => {
  let baton: OwnBaton;
  beforeAll(async () => {
    baton = await startOwnBaton({ BATON_PLAN: 'free' });
  });
  afterAll(() => baton?.stop());

  const at = (path: string) => openSignedIn(path, {}, baton);

  it('says of a tool that it does not include what to set, and lets it be tried once that is done', async () => {
    const page = await at('/tools/get_portfolio');
    const tool = page.getByRole('article', { name: 'get_portfolio' });
    const note = tool.getByRole('note');
    await note.getByText(/needs the plan "pro";.*baton user local --plan pro/).waitFor();
    await expectAccessible(page, 'a tool of another plan');
    await note.getByRole('link', { name: 'Open Users' }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await createApi(baton).ask('PATCH', '/api/v1/users/local', { plan: 'pro' });
    await page.goto('/tools/get_portfolio');
    await tool.getByRole('button', { name: 'Call tool' }).click();
    const answer = tool.getByRole('region', { name: 'Answer' });
    await answer.getByText('equity', { exact: true }).waitFor();
    await createApi(baton).ask('PATCH', '/api/v1/users/local', { plan: null });
  });

  it('says on the pages of the account for whom they read, and what to set', async () => {
    const page = await at('/account');
    await page.getByText(/get_portfolio needs.*baton user app --plan pro/).waitFor();
    await page.goto('/account/gates');
    await page
      .getByRole('note')
      .getByText(/Current usage is unknown\. .*baton user app --plan pro/)
      .waitFor();
  });

  it('says in the ticket of an order, and before a run that needs more, what to set', async () => {
    const page = await at('/account');
    await page.getByRole('button', { name: 'New order' }).click();
    const ticket = page.getByRole('dialog', { name: 'New order' });
    await ticket.getByLabel('Symbol').fill('SPX');
    await ticket.getByLabel('Quantity').fill('1');
    await ticket.getByRole('button', { name: 'Check order' }).click();
    await ticket
      .getByRole('alert')
      .getByText(/Users page, .*baton user local --plan pro/)
      .waitFor();

    const document = 'name: holdings\nnodes: [{ id: all, kind: tool, tool: get_portfolio }]\n';
    await createApi(baton).put('/api/v1/pipelines/holdings', document);
    await page.goto('/pipelines/holdings');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page
      .getByRole('alert')
      .getByText(/nodes\.all: get_portfolio needs .*baton user local --plan pro/)
      .waitFor();
  });

  it('says of a run that may come to what it does not include, and starts it', async () => {
    const document = `name: asks
nodes:
  - { id: ask, kind: approval, show: it }
  - { id: all, kind: tool, tool: get_portfolio }
edges: [{ from: ask, to: all }]
`;
    await createApi(baton).put('/api/v1/pipelines/asks', document);
    const page = await at('/pipelines/asks');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/runs\/run_/);
    await page.getByText(/nodes\.all: get_portfolio needs .* fails when it reaches/).waitFor();
  });

  it('says so too, and of all calls at once, of a run that starts again without a stored pipeline', async () => {
    const tools = ['get_portfolio', 'get_trade_history', 'get_pending_orders'];
    const { ask, untilStatus } = createApi(baton);
    const { id } = await ask<RunView>('POST', '/api/v1/runs', {
      document: {
        name: 'unstored',
        nodes: [
          { id: 'ask', kind: 'approval', show: 'it' },
          ...tools.map((tool, index) => ({ id: `call${index}`, kind: 'tool', tool })),
        ],
        edges: tools.map((_, index) => ({ from: 'ask', to: `call${index}` })),
      },
    });
    await ask('POST', `/api/v1/runs/${id}/cancel`);
    await untilStatus(id, 'cancelled');
    const page = await at(`/runs/${id}`);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    const warnings = page.getByRole('list', { name: 'Warnings' });
    await warnings
      .getByText(/^nodes\.call2: get_pending_orders needs .* reaches that node/)
      .waitFor();
    expect(await warnings.count()).toBe(1);
    expect(await warnings.getByRole('listitem').count()).toBe(tools.length);
  });
});
