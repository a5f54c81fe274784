import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaskQueue } from '../../../contracts/temporal/task-queues.ts';
import { taskQueues } from '../../../contracts/temporal/task-queues.ts';
import { apiKey, startGateway } from '../../api/gateway/support/gateway.ts';
import type { Gateway } from '../../api/gateway/support/gateway.ts';
import { createApi } from '../../browser/support/api.ts';
import type { Api } from '../../browser/support/api.ts';
import { startOrderRun } from '../../browser/support/order-run.ts';
import { turnReplayTo } from '../../support/turn-replay-to.ts';
import { startCommand } from '../commands/support.ts';

let baton: Gateway;
let api: Api;
beforeAll(async () => {
  baton = await startGateway({
    environment: {
      BATON_MODELS: 'demo:trend',
      BATON_MARKET_SOURCES: 'sample',
      BATON_MARKET_START: '2008-10-21',
      BATON_MARKET_BARS_PER_MINUTE: '6',
    },
    queues: (Object.keys(taskQueues) as TaskQueue[]).filter((queue) => queue !== 'memory'),
  });
  api = createApi({ url: baton.url, key: apiKey });
}, 120_000);
afterAll(() => baton?.stop());

const approve = (...words: string[]) =>
  startCommand(['approve', ...words], {
    env: { BATON_URL: baton.url, BATON_API_KEY: apiKey },
  }).ended;

/** A run that waits for the approval of an order at the close of a day. */
async function decidedAt(day: string): Promise<string> {
  await turnReplayTo(baton.database.db, day);
  return (await startOrderRun(api)).id;
}

it('baton approve shows what an order meets now, and beyond the price collar wants --reprice', async () => {
  const id = await decidedAt('2008-10-21');
  // It closed 6.10 % lower.
  await turnReplayTo(baton.database.db, '2008-10-22');

  const refused = await approve(id);
  expect(refused.code).toBe(2);
  expect(refused.output).toContain('Current price: 896.78');
  expect(refused.output).toContain('Drift since decision: −6.10\u00A0%');
  expect(refused.output).toContain('Allowed drift: 5\u00A0%, exceeded by 1.10\u00A0%');
  expect(refused.output).toContain(
    'Baton would refuse it now: price collar: the market is at 896.78',
  );
  expect(refused.output).toMatch(/Replay: paused for at most \d+ min/);
  expect(refused.warnings).toBe(
    'Not approved: the request is out of date. Add --reprice to approve it with current values.',
  );

  const approved = await approve(id, '--reprice');
  expect(approved).toMatchObject({ code: 0, warnings: '' });
  expect(approved.output).toContain('referencePrice: 955.049988 → 896.780029');
  const run = await api.untilStatus(id, 'completed');
  expect(run.output).toMatchObject({
    order: { order: { status: 'filled', quantity: 1.5 }, fill: { price: expect.any(Number) } },
  });
});

it('within the collar, baton approve needs no option', async () => {
  const id = await decidedAt('2008-10-23');
  const { code, output } = await approve(id);
  expect(code).toBe(0);
  expect(output).toContain('Approved: Approve the order');
});
