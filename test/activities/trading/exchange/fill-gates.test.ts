import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { createPaperExchange } from '../../../../activities/trading/exchange/paper-exchange.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';
import { turnKillSwitch } from '../../../../db/trading/terms.ts';
import { databases } from '../../../support/databases.ts';
import { growingMarket } from './model/market.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];
const at = (price: number): Script => [price, price, price, price];

describe.each(databases)('what an order would open when it fills, on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  type Account = ReturnType<typeof account>;
  const settings = { takerFeeBasisPoints: 0, positionShare: null, collarPercent: 90 };

  async function told(paper: Account) {
    const rows = (await paper.rows()).toSorted((one, other) => one.sequence - other.sequence);
    return rows.map(({ clientOrderId, leg, status, filledQuantity, reason }) => {
      const name = leg === 'entry' ? clientOrderId.replace(`${paper.accountId}/`, '') : leg;
      return `${name} ${status} ${Number(filledQuantity)} ${reason?.split(':')[0] ?? ''}`.trim();
    });
  }
  async function isSound({ market, settings: of }: Account): Promise<void> {
    expect(await reconcile({ db: db(), market, settings: of })).toBeNull();
  }
  const stop = (paper: Account) =>
    turnKillSwitch(
      db(),
      { accountId: paper.accountId, by: 'ann' },
      { on: true, cancelOrders: false },
    );

  test('is refused once the loss of the day is reached, and the stop of the same bar is not', async () => {
    const paper = account([still, still, [100, 100, 85, 85], still], {
      settings: { ...settings, dailyLoss: new Decimal(500), timeZone: 'UTC' },
    });
    await paper.place('held', { quantity: 50, stopLoss: 90 });
    await paper.place('above', { type: 'limit', limitPrice: 95 });
    await paper.place('below', { type: 'limit', limitPrice: 88 });
    paper.pass(2);
    await paper.exchange.tick();
    // The stop has cost 500, and the limit at 95 comes after what reduces.
    expect(await told(paper)).toEqual([
      'held filled 50',
      'above canceled 0 daily loss',
      'below canceled 0 daily loss',
      'stop filled 50',
    ]);
    const { gateUse } = await paper.exchange.portfolio();
    expect(gateUse.dayResult!.toNumber()).toBe(-500);
    await isSound(paper);
  });

  test('counts what the bar has filled before it', async () => {
    const paper = account([still, [100, 100, 80, 80], still], {
      settings: { ...settings, dailyLoss: new Decimal(100), timeZone: 'UTC' },
    });
    await paper.place('first', { type: 'limit', limitPrice: 95, quantity: 20 });
    await paper.place('second', { type: 'limit', limitPrice: 91, quantity: 20 });
    await paper.place('third', { type: 'limit', limitPrice: 90, quantity: 20 });
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual([
      'first filled 20',
      'second filled 20',
      'third canceled 0 daily loss',
    ]);
    await isSound(paper);
  });

  test('is refused while the kill switch is on, though the order was left to work', async () => {
    const paper = account([still, still, [100, 111, 89, 100], still], {
      settings: { ...settings, allowShort: true },
    });
    await paper.place('held');
    paper.pass();
    await paper.exchange.tick();
    await paper.place('adds', { type: 'limit', limitPrice: 90 });
    await paper.place('rests', { type: 'limit', limitPrice: 80 });
    await paper.place('turns', { side: 'sell', type: 'limit', limitPrice: 110, quantity: 25 });
    await stop(paper);
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual([
      'held filled 10',
      'adds canceled 0 kill switch',
      'rests accepted 0',
      'turns canceled 10 kill switch',
    ]);
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
    await isSound(paper);
  });

  test('is refused where the market has moved so far that it would be too much', async () => {
    const limits = { ...settings, positionShare: 0.5 };
    const paper = account([still, still, at(120), still], { settings: limits });
    await paper.place('held', { quantity: 30 });
    paper.pass();
    await paper.exchange.tick();
    await paper.place('adds', { type: 'stop', stopPrice: 110, quantity: 15 });
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual(['held filled 30', 'adds canceled 0 position share']);
    const [, adds] = await paper.rows();
    expect(adds!.reason).toBe(
      'position share: the position in ABC would be worth 5,400.00 USD, above 50 % of the equity, 5,300.00 USD; order less',
    );
    await isSound(paper);
  });

  test('counts other symbols too, and one that does not respond holds up nothing that reduces', async () => {
    const { accountId, settings: usual } = account([still], {
      settings: { ...settings, allowShort: true, grossExposure: 1 },
    });
    const { market, add } = growingMarket();
    const own = createPaperExchange({ db: db(), market, settings: usual });
    let hour = 0;
    const pass = (symbol: string, price: number) => {
      const time = new Date(Date.UTC(2020, 0, 6) + hour * 3_600_000).toISOString();
      add(symbol, { time, open: price, high: price, low: price, close: price, volume: 1e6 });
    };
    const place = (name: string, symbol: string, ordered: object) =>
      own.placeOrder({
        clientOrderId: `${accountId}/${name}`,
        runId: 'run',
        symbol,
        side: 'buy',
        type: 'market',
        quantity: new Decimal(30),
        referencePrice: new Decimal(100),
        ...ordered,
      });
    for (const symbol of ['ABC', 'XYZ']) pass(symbol, 100);
    await place('other', 'XYZ', { side: 'sell', quantity: new Decimal(50) });
    await place('held', 'ABC', { stopLoss: new Decimal(90) });
    hour += 1;
    for (const symbol of ['ABC', 'XYZ']) pass(symbol, 100);
    await own.tick();
    await place('adds', 'ABC', {
      type: 'limit',
      limitPrice: new Decimal(92),
      quantity: new Decimal(15),
    });
    hour += 1;
    pass('XYZ', 150);
    await own.tick();
    const { quote } = market;
    market.quote = (symbol) =>
      symbol === 'XYZ'
        ? Promise.reject(new ToolError('no answer', { retryable: true }))
        : quote(symbol);
    pass('ABC', 89);
    const { order } = await own.settle(`${accountId}/adds`);
    expect([order.status, order.reason]).toEqual([
      'canceled',
      'gross exposure: positions would be worth 8,835.00 USD, above the equity of 7,170.00 USD; order less',
    ]);
    const [last] = await own.trades({ limit: 1 });
    expect([last!.order.leg, last!.fill.price.toNumber()]).toEqual(['stop', 89]);
  });
});
