import { expect, it, onTestFinished } from 'vitest';
import { paperAccountId } from '../../../contracts/trading/orders.ts';
import { notificationRepository } from '../../../db/repositories/notifications/notifications.ts';
import { readEffects } from '../../../db/repositories/runs/effects.ts';
import { stateQuery } from '../../../workflows/messages.ts';
import { scriptedAccount } from '../../activities/trading/exchange/scripted-account.ts';
import { proxiedDatabase } from '../../support/proxied-database.ts';
import { order, orderDesk } from './support/order-desk.ts';

const patiently = { timeout: 30_000, interval: 50 };
const bars = [100, 103];

it.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a run that ends while the database is unavailable as its order fills names the fill',
  { timeout: 60_000 },
  async () => {
    const { proxy, open, openDirectly } = await proxiedDatabase();
    const at = await orderDesk({ scripts: {}, prices: bars, open });
    const direct = await openDirectly();
    onTestFinished(() => direct.close());
    const args = { ...order, type: 'market', limitPrice: null };
    const node = {
      id: 'order',
      kind: 'tool' as const,
      tool: 'create_paper_order',
      args,
      onOutage: 'fail' as const,
      sideEffects: { policy: 'allow' as const },
    };
    const run = await at.start({ pipeline: { nodes: [node] } });
    const ended = run.result().catch((error: unknown) => error);
    const isPlaced = async () => (await at.steps.list(run.workflowId))[0]?.output;
    await expect.poll(isPlaced, patiently).toMatchObject({
      waiting: expect.stringContaining("Waits for the next bar's open. Order accepted"),
    });

    await proxy.refuse();
    // Another worker goes on with the market.
    const elsewhere = scriptedAccount(
      direct.db,
      bars.map((price) => [price, price, price, price]),
      { settings: { accountId: paperAccountId } },
    );
    elsewhere.pass();
    const [placed] = await elsewhere.rows();
    await elsewhere.exchange.settle(placed!.clientOrderId);
    // The workflow has given the call up: all that is left is to record it.
    const handle = at.client.workflow.getHandle(run.workflowId);
    const stateOfOrder = async () => (await handle.query(stateQuery)).nodes[0]?.status;
    await expect.poll(stateOfOrder, patiently).toBe('failed');
    await proxy.pass();
    await ended;

    const { db } = direct;
    const stored = (await at.runs.get(run.workflowId))!;
    expect(stored).toMatchObject({ status: 'failed', error: { type: 'Outage' } });
    const effects = await readEffects(at, stored, ['create_paper_order']);
    expect(effects).toMatchObject([
      { nodePath: 'order', state: 'done', text: 'buy 2 ABC: filled 2 at 103.00' },
    ]);
    const notices = await notificationRepository(db).list({ user: stored.user, limit: 10 });
    expect(notices).toMatchObject([
      { text: expect.stringContaining('Side effects of this run: buy 2 ABC: filled 2 at 103.00.') },
    ]);
  },
);
