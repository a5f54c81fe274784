import type { Page } from 'playwright-core';
import type { RunView } from '../../../contracts/api/index.ts';
import type { Api } from '../support/api.ts';

/** What there is to be seen: runs in each state that lasts. */
export type Scene = Record<'waiting' | 'filled' | 'failed' | 'cancelled' | 'task', RunView>;

export type Shot = {
  path: (scene: Scene) => string;
  /** What is done on the page before it is taken. */
  prepare?: (page: Page) => Promise<void>;
  isPhone?: boolean;
  /** Whether the README shows it. */
  isInReadme?: boolean;
};

/** A pipeline whose tool fails. */
const failing = {
  name: 'price-of-nothing',
  title: 'Price of nothing',
  nodes: [{ id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'NOTHING' } }],
};

/** An agent that lacks the key of its model. */
const incomplete = {
  name: 'night_watch',
  role: 'Night watch',
  instructions: 'Watch the price of SPX, and say when it falls by more than 2 % within an hour.',
  models: ['openai:gpt-5.2'],
  tools: ['get_price', 'get_ohlcv'],
  planning: 'model',
};

export async function setScene({ ask, startRun, untilStatus, approve }: Api): Promise<Scene> {
  const start = () => startRun('research-to-trading', { symbol: 'SPX' });
  const [filled, cancelled] = await Promise.all([start(), start()]);
  await Promise.all([filled, cancelled].map(({ id }) => untilStatus(id, 'waiting')));
  await approve(filled.id, 'confirm');
  await ask('POST', `/api/v1/runs/${cancelled.id}/cancel`, { reason: 'Too late in the day' });
  await ask('POST', '/api/v1/pipelines', failing);
  const [waiting, broken] = await Promise.all([start(), startRun(failing.name, {})]);
  await ask('PUT', '/api/v1/budgets/user:ada', { usd: 2, onLimit: 'ask' });
  await startRun('analyst-team', { symbol: 'SPX' });
  await ask('POST', '/api/v1/agents', incomplete);
  const settings = { webhook: 'https://hooks.example.com/baton', email: 'ada@example.com' };
  await ask('PUT', '/api/v1/notifications/settings?user=ada', settings);
  const give = (body: object) => ask<RunView>('POST', '/api/v1/tasks', body);
  const analysis = { agent: 'research', task: 'Analyse SPX: trend, momentum, news and risks.' };
  const task = await give({ ...analysis, priority: 'high' });
  const low = await give({ ...analysis, agent: 'evaluation', priority: 'low', user: 'ada' });
  await untilStatus(low.id, 'completed');
  return {
    task: await untilStatus(task.id, 'completed'),
    filled: await untilStatus(filled.id, 'completed'),
    cancelled: await untilStatus(cancelled.id, 'cancelled'),
    failed: await untilStatus(broken.id, 'failed'),
    waiting: await untilStatus(waiting.id, 'waiting'),
  };
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

const edit = '/pipelines/research-to-trading/edit';

/** Every page and what opens on it, by the name of its picture. */
export const shots: Record<string, Shot> = {
  pipelines: { path: () => '/pipelines' },
  start: { path: () => '/pipelines/research-to-trading' },
  'pipeline-import': {
    path: () => '/pipelines',
    prepare: press('Import'),
  },
  editor: { path: () => edit, isInReadme: true },
  'editor-node': {
    path: () => edit,
    prepare: (page) => page.locator('.react-flow__node[data-id="decide"]').click(),
  },
  'editor-new': { path: () => '/pipelines/new' },
  runs: { path: () => '/runs' },
  'runs-none': { path: () => '/runs?status=timeout' },
  'runs-phone': { path: () => '/runs', isPhone: true },
  'run-waiting': { path: ({ waiting }) => `/runs/${waiting.id}` },
  'run-filled': { path: ({ filled }) => `/runs/${filled.id}`, isInReadme: true },
  'run-node': {
    path: ({ filled }) => `/runs/${filled.id}`,
    prepare: (page) => page.locator('.react-flow__node[data-id="decide"]').click(),
  },
  'run-failed': { path: ({ failed }) => `/runs/${failed.id}` },
  'run-cancelled': { path: ({ cancelled }) => `/runs/${cancelled.id}` },
  'run-phone': { path: ({ waiting }) => `/runs/${waiting.id}`, isPhone: true },
  approvals: { path: () => '/approvals' },
  'approvals-history': { path: () => '/approvals?view=history' },
  'approvals-phone': { path: () => '/approvals', isPhone: true, isInReadme: true },
  account: { path: () => '/account', isInReadme: true },
  'account-phone': { path: () => '/account', isPhone: true },
  agents: { path: () => '/agents' },
  'agent-task': { path: () => '/agents', prepare: press(/Give it a task/) },
  'agents-phone': { path: () => '/agents', isPhone: true },
  'agent-make': { path: () => '/agents', prepare: press('Make an agent') },
  'agent-change': { path: () => '/agents', prepare: press('Change: Night watch') },
  'agent-change-phone': {
    path: () => '/agents',
    isPhone: true,
    prepare: press('Change: Night watch'),
  },
  memory: { path: () => '/agents/research/memory' },
  'memory-search': { path: () => '/agents/research/memory?query=indicators+of+SPX' },
  'memory-phone': { path: () => '/agents/research/memory', isPhone: true },
  'memory-none': { path: () => '/agents/night_watch/memory' },
  tasks: { path: () => '/tasks' },
  'tasks-phone': { path: () => '/tasks', isPhone: true },
  'task-give': { path: () => '/tasks', prepare: press('Give a task') },
  'task-run': { path: ({ task }) => `/runs/${task.id}` },
  'task-run-phone': { path: ({ task }) => `/runs/${task.id}`, isPhone: true },
  notifications: { path: () => '/notifications' },
  'notifications-phone': { path: () => '/notifications', isPhone: true },
  'notification-settings': {
    path: () => '/notifications',
    async prepare(page) {
      await press('Settings')(page);
      await page.getByLabel('User').fill('ada');
      await page.getByLabel('User').press('Enter');
      await page.getByText('Last to ada@example.com').waitFor();
    },
  },
  tools: { path: () => '/tools' },
  tool: { path: () => '/tools/create_paper_order' },
  'tool-confirm': { path: () => '/tools/create_paper_order', prepare: press('Try it') },
  'tool-phone': { path: () => '/tools/get_price', isPhone: true },
  models: { path: () => '/models' },
  costs: { path: () => '/costs' },
  'costs-budget': { path: () => '/costs', prepare: press('Set a budget') },
  palette: {
    path: () => '/runs',
    prepare: (page) => page.keyboard.press('Control+k'),
  },
  keys: { path: () => '/runs', prepare: (page) => page.keyboard.press('?') },
  'phone-menu': { path: () => '/runs', isPhone: true, prepare: press('More') },
  'not-found': { path: () => '/nowhere' },
  failed: {
    path: () => '/runs',
    async prepare(page) {
      await page.route('**/api/v1/agents', (route) => route.fulfill({ json: { items: [{}] } }));
      await page.getByRole('link', { name: 'Agents' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  unreachable: {
    path: () => '/runs',
    async prepare(page) {
      await page.route('**/api/**', (route) => route.abort());
      await page.route('**/ready', (route) => route.abort());
      // A request is tried several times before that is said.
      await page.getByText('Baton cannot be reached').first().waitFor({ timeout: 90_000 });
    },
  },
};
