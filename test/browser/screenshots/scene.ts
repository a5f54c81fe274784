import type { RunView } from '../../../contracts/api/index.ts';
import type { Api } from '../support/api.ts';
import { oneBacktest } from '../support/one-backtest.ts';
import { startResearchedOrderRun } from '../support/order-run.ts';
import { setRunScene } from './run-scene.ts';
import type { RunScene } from './run-scene.ts';
import { setEditorScene } from './editor-scene.ts';
import type { EditorScene } from './editor-scene.ts';
import type { Mailbox } from './mailbox.ts';
import { setUpTrading } from './trading-scene.ts';

/** What there is to be seen: runs in each state that lasts. */
export type Scene = Record<
  | 'waiting'
  | 'filled'
  | 'failed'
  | 'cancelled'
  | 'task'
  | 'outside'
  | 'delegated'
  | 'sweep'
  | 'backtest',
  RunView
> & { runs: RunScene; editor: EditorScene };

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

/** Uses a Baton in all the ways that leave something to see. */
export async function setScene(api: Api, mailbox: Mailbox, url: string): Promise<Scene> {
  const { ask, startRun, untilStatus, approve } = api;
  const start = () => startRun('research-to-trading', { symbol: 'SPX' });
  const [filled, cancelled] = await Promise.all([start(), start()]);
  await Promise.all([filled, cancelled].map(({ id }) => untilStatus(id, 'waiting')));
  await approve(filled.id, 'confirm');
  await ask('POST', `/api/v1/runs/${cancelled.id}/cancel`, { reason: 'Too late in the day' });
  await ask('POST', '/api/v1/pipelines', failing);
  const [waiting, broken] = await Promise.all([start(), startRun(failing.name, {})]);
  const outside = await startResearchedOrderRun(api);
  const [delegated, sweep, tested] = await Promise.all([
    startRun('delegated-trading', { symbol: 'SPX' }),
    startRun('parameter-sweep', { symbol: 'SPX' }),
    ask<RunView>('POST', '/api/v1/runs', { document: oneBacktest, input: {} }),
    startRun('analyst-team', { symbol: 'SPX' }),
    startRun('leader-decision', { symbol: 'SPX' }),
  ]);
  await ask('PUT', '/api/v1/budgets/user:ada', { usd: 2, onLimit: 'ask' });
  await ask('PATCH', '/api/v1/users/ada', { plan: 'pro', aiTrading: false });
  await ask('PATCH', '/api/v1/users/grace', { plan: 'premium', aiTrading: true });
  await ask('PATCH', '/api/v1/users/linus', { plan: 'free' });
  await ask('PATCH', '/api/v1/users/grace', { roles: ['operator', 'approver'] });
  await ask('POST', '/api/v1/keys', { name: 'nightly-research', expiresInDays: 90 });
  const prices = ['get_price', 'get_ohlcv'];
  await ask('POST', '/api/v1/keys', { name: 'desk', user: 'grace', tools: prices });
  await ask('POST', '/api/v1/agents', incomplete);
  const settings = { webhook: 'https://hooks.example.com/baton', email: 'ada@example.com' };
  await ask('PUT', '/api/v1/notifications/settings?user=ada', settings);
  await setUpTrading(api);
  const runs = await setRunScene(api);
  const give = (body: object) => ask<RunView>('POST', '/api/v1/tasks', body);
  const analysis = { agent: 'research', task: 'Analyze SPX: trend, momentum, news and risks.' };
  const task = await give({ ...analysis, priority: 'high' });
  const low = await give({ ...analysis, agent: 'evaluation', priority: 'low', user: 'ada' });
  await untilStatus(low.id, 'completed');
  return {
    task: await untilStatus(task.id, 'completed'),
    filled: await untilStatus(filled.id, 'completed'),
    cancelled: await untilStatus(cancelled.id, 'cancelled'),
    failed: await untilStatus(broken.id, 'failed'),
    waiting: await untilStatus(waiting.id, 'waiting'),
    sweep: await untilStatus(sweep.id, 'completed'),
    backtest: await untilStatus(tested.id, 'completed'),
    editor: await setEditorScene(api, mailbox, url),
    delegated,
    outside,
    runs,
  };
}
