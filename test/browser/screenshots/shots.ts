import type { Page } from 'playwright-core';
import { runShots } from './run-shots.ts';
import { editorShots } from './editor-shots.ts';
import type { Scene } from './scene.ts';

/** Where a page is looked at. */
export type Device = 'desk' | 'phone';

export type Shot = {
  path: (scene: Scene) => string;
  /** What is done on the page before it is taken. */
  prepare?: (page: Page) => Promise<void>;
  /** Where alone it is taken. @default both */
  only?: Device;
  /** Whether all of the page is taken, and not what is seen before one scrolls. */
  isWhole?: boolean;
  /** What it is taken of: a Baton that nobody has used, or one whose model is at its rate limit. @default the scene */
  of?: 'new' | 'queued';
  /** Where the README shows it, if it does. */
  inReadme?: Device;
};

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** Types an order, and has it checked. */
async function checkOrder(page: Page, quantity: string): Promise<void> {
  await press('New order')(page);
  const ticket = page.getByRole('dialog');
  await ticket.getByLabel('Symbol').fill('SPX');
  await ticket.getByText(/ now/).waitFor();
  await ticket.getByLabel('Quantity').fill(quantity);
  await ticket.getByRole('button', { name: 'Check order' }).click();
  await ticket.getByText(/risk checks/).waitFor();
}

/** Types an order and one that is linked with it. */
async function linkOrder(page: Page): Promise<void> {
  await press('New order')(page);
  const ticket = page.getByRole('dialog');
  await ticket.getByLabel('Symbol').fill('SPX');
  await ticket.getByText(/ now/).waitFor();
  await ticket.getByLabel('Type').selectOption('limit');
  await ticket.getByRole('button', { name: 'Add linked order' }).click();
  await ticket.getByRole('group', { name: 'Linked order 1' }).scrollIntoViewIfNeeded();
}

const edit = '/pipelines/research-to-trading/edit';

/** Every page and what opens on it, by the name of its picture. */
export const shots: Record<string, Shot> = {
  ...editorShots,
  home: { path: () => '/', isWhole: true },
  pipelines: { path: () => '/pipelines' },
  start: { path: () => '/pipelines/research-to-trading' },
  'pipeline-import': {
    path: () => '/pipelines',
    prepare: press('Import'),
  },
  editor: { path: () => edit, inReadme: 'desk' },
  'editor-node': { path: () => `${edit}?node=decide` },
  'editor-new': { path: () => '/pipelines/new' },
  runs: { path: () => '/runs' },
  'runs-none': { path: () => '/runs?status=timeout' },
  'run-waiting': { path: ({ waiting }) => `/runs/${waiting.id}` },
  'run-filled': { path: ({ filled }) => `/runs/${filled.id}` },
  'run-node': { path: ({ filled }) => `/runs/${filled.id}?at=decide` },
  'run-moment': { path: ({ filled }) => `/runs/${filled.id}?at=research&t=1500` },
  'run-failed': { path: ({ failed }) => `/runs/${failed.id}` },
  'run-cancelled': { path: ({ cancelled }) => `/runs/${cancelled.id}` },
  'run-outside': { path: ({ outside }) => `/runs/${outside.id}?at=research` },
  'run-outside-said': {
    path: ({ outside }) => `/runs/${outside.id}?at=research`,
    prepare: (page) => page.getByRole('tab', { name: 'Conversation' }).click(),
    isWhole: true,
  },
  'run-delegated': { path: ({ delegated }) => `/runs/${delegated.id}` },
  'run-backtest': { path: ({ backtest }) => `/runs/${backtest.id}` },
  'run-sweep': { path: ({ sweep }) => `/runs/${sweep.id}` },
  approvals: { path: () => '/approvals', inReadme: 'phone' },
  'approvals-history': { path: () => '/approvals?view=history' },
  account: { path: () => '/account', inReadme: 'desk' },
  'account-whole': { path: () => '/account', isWhole: true },
  orders: { path: () => '/account/orders', isWhole: true },
  order: {
    path: () => '/account/orders',
    async prepare(page) {
      await page.getByRole('link', { name: 'Buy 3 SPX' }).first().click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      await page.locator('canvas').first().waitFor();
      // A chart draws a crosshair where the pointer is.
      await page.mouse.move(0, 0);
    },
    isWhole: true,
  },
  'order-cancel': { path: () => '/account/orders', prepare: press(/^Cancel: /) },
  'order-ticket': {
    path: () => '/account',
    prepare: (page) => checkOrder(page, '2'),
  },
  'order-linked': { path: () => '/account', prepare: linkOrder },
  'order-refused': {
    path: () => '/account',
    prepare: (page) => checkOrder(page, '9000'),
  },
  performance: { path: () => '/account/performance', isWhole: true },
  gates: { path: () => '/account/gates', isWhole: true },
  'gates-set': { path: () => '/account/gates', prepare: press('Edit gates') },
  'kill-switch': { path: () => '/account/gates', prepare: press('Stop all trading') },
  agents: { path: () => '/agents' },
  'agent-task': { path: () => '/agents', prepare: press('New task: Market researcher') },
  'agent-make': { path: () => '/agents', prepare: press('New agent') },
  'agent-change': { path: () => '/agents', prepare: press('Edit: Night watch') },
  memory: { path: () => '/agents/research/memory' },
  'memory-search': { path: () => '/agents/research/memory?query=indicators+of+SPX' },
  'memory-none': { path: () => '/agents/night_watch/memory' },
  tasks: { path: () => '/tasks' },
  'task-give': { path: () => '/tasks', prepare: press('New task') },
  'task-run': { path: ({ task }) => `/runs/${task.id}` },
  notifications: { path: () => '/notifications' },
  'notification-settings': {
    path: () => '/notifications',
    async prepare(page) {
      await press('Settings')(page);
      await page.getByLabel('User').fill('ada');
      await page.getByLabel('User').press('Enter');
      await page.getByText('Last delivery to ada@example.com').waitFor();
    },
  },
  tools: { path: () => '/tools' },
  tool: { path: () => '/tools/create_paper_order', isWhole: true },
  'tool-price': { path: () => '/tools/get_price', isWhole: true },
  'tool-unavailable': { path: () => '/tools/query_database' },
  'tool-confirm': {
    path: () => '/tools/create_paper_order',
    async prepare(page) {
      await press('Fill in example')(page);
      await press('Call tool')(page);
    },
  },
  'tool-backtest': {
    path: () => '/tools/run_backtest',
    async prepare(page) {
      await press('Fill in example')(page);
      await press('Call tool')(page);
      await page.getByRole('group', { name: /candles of/ }).waitFor();
    },
    isWhole: true,
  },
  users: { path: () => '/users' },
  'user-set': { path: () => '/users', prepare: press('Edit: ada') },
  access: { path: () => '/access' },
  'access-key': { path: () => '/access', prepare: press('Create key') },
  'access-sessions': { path: () => '/access/sessions' },
  'access-log': { path: () => '/access/log' },
  audit: { path: () => '/audit' },
  'audit-refused': { path: () => '/audit?outcome=refused' },
  'audit-none': { path: () => '/audit?tool=calculate&code=PLAN_REQUIRED' },
  watchlist: { path: () => '/watchlist' },
  'watchlist-alert': { path: () => '/watchlist', prepare: press('New alert') },
  requests: { path: () => '/requests' },
  playground: { path: () => '/requests/playground' },
  examples: { path: () => '/requests/examples' },
  models: { path: () => '/models' },
  costs: { path: () => '/costs' },
  'costs-budget': { path: () => '/costs', prepare: press('New budget') },
  palette: {
    path: () => '/runs',
    only: 'desk',
    prepare: (page) => page.keyboard.press('Control+k'),
  },
  keys: { path: () => '/runs', only: 'desk', prepare: (page) => page.keyboard.press('?') },
  menu: { path: () => '/runs', only: 'phone', prepare: press('More') },
  ...runShots,
  'not-found': { path: () => '/nowhere' },
  failed: {
    path: () => '/runs',
    only: 'desk',
    async prepare(page) {
      await page.route('**/api/v1/agents', (route) => route.fulfill({ json: { items: [{}] } }));
      await page.getByRole('link', { name: 'Agents' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  unreachable: {
    path: () => '/runs',
    only: 'desk',
    async prepare(page) {
      await page.route('**/api/**', (route) => route.abort());
      await page.route('**/ready', (route) => route.abort());
      // A request is tried several times before that is said.
      await page.getByText('Baton is not reachable').first().waitFor({ timeout: 90_000 });
    },
  },
};
