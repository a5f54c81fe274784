import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAfter } from '../../../../activities/trading/exchange/book/apply-event.ts';
import { reservedIn } from '../../../../activities/trading/exchange/book/book.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { requestCancel } from '../../../../db/trading/cancel-requests.ts';
import { listOpenOrders } from '../../../../db/trading/orders.ts';
import { orderSides, orderTypes, timesInForce } from '../../../../contracts/trading/orders.ts';
import { databases } from '../../../support/databases.ts';
import { scriptedAccount } from './scripted-account.ts';

const near = fc.integer({ min: 95, max: 105 });

const anyBar = fc
  .record({ open: near, close: near, up: fc.nat(6), down: fc.nat(6), volume: fc.nat(400) })
  .map(({ open, close, up, down, volume }): [number, number, number, number, number] => [
    open,
    Math.max(open, close) + up,
    Math.min(open, close) - down,
    close,
    volume,
  ]);

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      side: fc.constantFrom(...orderSides),
      type: fc.constantFrom(...orderTypes),
      timeInForce: fc.constantFrom(...timesInForce),
      quantity: fc.integer({ min: 1, max: 60 }),
      limit: fc.integer({ min: -4, max: 4 }),
      stop: fc.integer({ min: 1, max: 4 }),
      hasLegs: fc.boolean(),
      trails: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'bar' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

describe.each(databases)('events on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('rebuild what the records hold, whatever was ordered, canceled and restarted', async () => {
    const anyRun = fc.record({
      script: fc.array(anyBar, { minLength: 12, maxLength: 12 }),
      steps: fc.array(anyStep, { minLength: 8, maxLength: 16 }),
    });
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ script, steps }) => {
        const paper = scriptedAccount(database.db, [[100, 100, 100, 100], ...script], {
          settings: { collarPercent: 50, slippageBasisPoints: 30, slippageVariation: 1 },
        });
        let { exchange } = paper;
        let bars = 0;
        for (const [index, step] of steps.entries()) {
          if (step.do === 'bar' && bars < script.length) {
            bars += 1;
            paper.pass();
          }
          if (step.do === 'restart') exchange = paper.restart();
          if (step.do === 'cancel') {
            const working = await listOpenOrders(database.db, paper.accountId);
            const { clientOrderId } = working[step.which % Math.max(1, working.length)] ?? {};
            if (clientOrderId) await requestCancel(database.db, { clientOrderId, reason: 'x' });
          }
          if (step.do !== 'order') continue;
          const { price: now } = await paper.market.snapshot('ABC');
          const away = step.side === 'buy' ? 1 : -1;
          const { type, side, timeInForce, quantity } = step;
          const request = paper.request(String(index), {
            side,
            type,
            timeInForce,
            quantity,
            referencePrice: now,
            ...(type.includes('limit') && { limitPrice: now + step.limit }),
            ...(['stop', 'stop_limit'].includes(type) && { stopPrice: now + away * step.stop }),
            ...((type === 'trailing_stop' || step.trails) && { trailAmount: step.stop }),
            ...(step.hasLegs && { stopLoss: now - away * 8, takeProfit: now + away * 9 }),
          });
          await exchange.placeOrder(request);
        }
        await exchange.tick();
        const { market, settings } = paper;
        expect(await reconcile({ db: database.db, market, settings })).toBe(null);

        const book = bookAfter(await paper.events());
        const { cash, reserved, realizedPnl, fees, positions } = await exchange.portfolio();
        expect(cash.toFixed()).toBe(book.cash.toFixed());
        expect(reserved.toFixed()).toBe(reservedIn(book).toFixed());
        expect(realizedPnl.toFixed(12)).toBe(book.realized.toFixed(12));
        expect(fees.toFixed()).toBe(book.fees.toFixed());
        expect(positions.map(({ symbol, quantity }) => [symbol, quantity.toFixed()])).toEqual(
          [...book.positions].map(([symbol, { quantity }]) => [symbol, quantity.toFixed()]),
        );
        expect(cash.minus(reserved).gte(0)).toBe(true);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
