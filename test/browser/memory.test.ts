import { beforeAll, expect, it } from 'vitest';
import type { AgentMemoryView, RunView } from '../../contracts/api/index.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';

const { ask, untilStatus } = api;

const path = '/agents/research/memory';
const memory = () => ask<AgentMemoryView>('GET', `/api/v1${path}`);

/** Has the agent do something that it remembers. */
async function remember(): Promise<string> {
  const task = { agent: 'research', task: 'Research SPX' };
  const { id } = await ask<RunView>('POST', '/api/v1/tasks', task);
  await untilStatus(id, 'completed');
  return id;
}

describeInBrowser("an agent's memory", () => {
  beforeAll(async () => {
    await remember();
  });

  it('has no faults that axe finds', async () => {
    const page = await openSignedIn(path);
    await page.getByRole('list', { name: 'Memories' }).getByRole('article').first().waitFor();
    await expectAccessibleInBothSchemes(page, 'the memory');
  });

  it('is led to by its agent, and says what it is compared by', async () => {
    const page = await openSignedIn('/agents');
    await page.getByRole('link', { name: 'Memory of research' }).click();
    await page.getByRole('heading', { name: 'Memory of research', level: 1 }).waitFor();
    await page.getByText('Lexical embedding, no model').waitFor();
  });

  it('can be searched by a text that stays in the address', async () => {
    const page = await openSignedIn(path);
    await page.getByRole('searchbox', { name: 'Search' }).fill('indicators of SPX');
    await page.getByRole('search').getByRole('button').click();
    await page
      .getByText(/similarity 0\.\d\d/)
      .first()
      .waitFor();
    expect(page.url()).toContain('query=');
  });

  it('can be narrowed down to what was found for a user', async () => {
    const page = await openSignedIn(`${path}?query=indicators`);
    await page.getByRole('combobox', { name: 'User' }).selectOption('local');
    await page.waitForURL(/user=local/);
    await page.getByText('for local').first().waitFor();
    await page.goto(`${path}?query=indicators&user=nobody`);
    await page.getByText('No similar memories').waitFor();
  });

  it('says so when its store is unavailable, and what that means, and comes back by itself', async () => {
    const page = await openSignedIn('/agents');
    const detail =
      'Qdrant at 127.0.0.1:6333 does not respond. Check that it is running, and check QDRANT_URL.';
    await page.route('**/api/v1/agents/research/memory', (route) =>
      route.fulfill({ status: 503, json: { title: 'Away', status: 503, detail } }),
    );
    await page.getByRole('link', { name: 'Memory of research' }).click();
    await page.getByText(detail).waitFor();
    await page
      .getByText('Tasks of this agent continue without memory until the store is back.')
      .waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/agents/research/memory');
    await page.getByRole('list', { name: 'Memories' }).waitFor();
    await page.getByText(detail).waitFor({ state: 'detached' });
  });

  it('of an agent that has done nothing is empty, and says how that changes', async () => {
    const page = await openSignedIn('/agents/leader/memory');
    await page.getByText('No memories yet').waitFor();
    await page.getByText('Baton stores each finished step of a task here.').waitFor();
  });

  it('forgets a run, and a user', async () => {
    const id = await remember();
    const page = await openSignedIn(path);
    const forgetMore = async (choice: string, title: RegExp) => {
      const card = page.getByRole('article').filter({ hasText: 'for local' }).first();
      await card.getByRole('button', { name: /^Forget more/ }).click();
      await page.getByRole('menuitem', { name: choice }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByRole('button', { name: 'Forget' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await forgetMore('All memories of this run', /^Forget all memories of run_/);
    await page.getByRole('link', { name: id }).first().waitFor({ state: 'detached' });
    expect((await memory()).items.some(({ runId }) => runId === id)).toBe(false);
    await forgetMore('All memories of local', /^Forget all memories of local/);
    await expect
      .poll(async () => (await memory()).items.filter(({ user }) => user === 'local'))
      .toEqual([]);
  });

  it('forgets when that is confirmed', async () => {
    await remember();
    const { entries } = await memory();
    const page = await openSignedIn(path);
    await page
      .getByRole('button', { name: /^Forget: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Forget this memory?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('Forgot 1 memory').waitFor();
    expect((await memory()).entries).toBe(entries - 1);
    await page.getByRole('button', { name: 'Forget all memories' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await page.getByText('No memories yet').waitFor();
    expect((await memory()).entries).toBe(0);
  });
});
