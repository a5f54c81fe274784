import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchAlerts } from '../../../../activities/trading/alerts/watch-alerts.ts';
import { watchTriggers } from '../../../../activities/trading/triggers/watch-triggers.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { marketTriggerRepository } from '../../../../db/trading/market-triggers.ts';
import { databases } from '../../../support/databases.ts';
import type { Script } from '../exchange/scripted-market.ts';
import { watchingOn } from './watching-on.ts';

const closes = [100, 102, 99, 101, 103, 98];
const script = closes.map((close): Script => [close, close, close, close]);

describe.each(databases)('triggers of the market on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const watching = (trigger: JsonObject) => watchingOn(database.db, { trigger, script });

  type Watched = Awaited<ReturnType<typeof watching>>;
  async function untilEnd({ look, pass }: Watched): Promise<void> {
    await look();
    for (let bar = 1; bar < closes.length; bar += 1) {
      pass();
      await look();
      await look();
    }
  }
  const pricesOf = async ({ fired }: Watched) => (await fired()).map(({ price }) => price);

  test('fire with each bar that closes from when they are on, once', async () => {
    const watched = await watching({ on: 'bar-closed' });
    await untilEnd(watched);
    expect(await pricesOf(watched)).toEqual(closes.slice(1));
    const [first] = await watched.firings.list(watched.id, { limit: 1 });
    expect(first).toMatchObject({ kind: 'market', status: 'pending', event: { on: 'bar-closed' } });
    await watched.triggers.pause(watched.id, 'ann');
  });

  test('fire once where a process dies after the firing, and with all that closed while nobody looked', async () => {
    const watched = await watching({ on: 'bar-closed' });
    await watched.look();
    for (let bar = 1; bar < closes.length; bar += 1) watched.pass();
    const places = marketTriggerRepository(database.db);
    const { id, alerts, firings, market } = watched;
    const dying = { ...places, noteSeen: () => Promise.reject(new Error('it died')) };
    const look = { triggers: dying, firings, alerts, market };
    await expect(watchTriggers(look)).rejects.toThrow('it died');
    expect(await pricesOf(watched)).toEqual([102]);
    await watched.look();
    expect(await pricesOf(watched)).toEqual(closes.slice(1));
    await watched.triggers.pause(id, 'ann');
  });

  test.each([
    ['either', [102, 99, 101, 98]],
    ['up', [102, 101]],
    ['down', [99, 98]],
  ])('fire where the price crosses a level: %s', async (direction, wanted) => {
    const watched = await watching({ on: 'price-crosses', price: 100, direction });
    await untilEnd(watched);
    expect(await pricesOf(watched)).toEqual(wanted);
    const [first] = await watched.fired();
    expect(first).toMatchObject({ symbol: 'ABC', crossed: 100 });
    await watched.triggers.pause(watched.id, 'ann');
  });

  test('fire where the price crosses its average, and where that crosses a level', async () => {
    const average = { on: 'indicator-crosses', indicator: 'sma', period: 2 };
    const crossing = await watching(average);
    const level = await watching({ ...average, level: 100.2, direction: 'up' });
    await untilEnd(crossing);
    await untilEnd(level);
    // The averages are 101, 100.5, 100, 102 and 100.5.
    expect(await pricesOf(crossing)).toEqual([99, 101, 98]);
    expect(await level.fired()).toMatchObject([{ price: 103, indicator: 102, direction: 'up' }]);
    for (const { triggers, id } of [crossing, level]) await triggers.pause(id, 'ann');
  });

  test('fire where an alert of their user has fired, once', async () => {
    const watched = await watching({ on: 'alert-fired' });
    const { alerts, market, pass, look, fired } = watched;
    const alert = { symbol: 'ABC', comparison: '>=', price: '102', note: 'sell' } as const;
    await alerts.create({ ...alert, id: `a-${watched.id}`, user: 'ann' });
    await alerts.create({ ...alert, id: `b-${watched.id}`, user: 'bea' });
    await look();
    await watchAlerts({ alerts, market });
    pass();
    await watchAlerts({ alerts, market });
    await look();
    await look();
    expect(await fired()).toMatchObject([
      { symbol: 'ABC', price: 102, alert: { id: `a-${watched.id}`, note: 'sell' } },
    ]);
    await watched.triggers.pause(watched.id, 'ann');
  });

  test('begin anew once they are switched on again, or wait for something else', async () => {
    const watched = await watching({ on: 'bar-closed' });
    const { id, triggers, pass, look, store } = watched;
    await look();
    await triggers.pause(id, 'ann');
    await look();
    pass();
    await triggers.resume(id, null);
    await look();
    pass();
    await look();
    expect(await pricesOf(watched)).toEqual([99]);
    await store({ on: 'price-crosses', price: 100 });
    await look();
    pass();
    await look();
    expect(await pricesOf(watched)).toEqual([99, 101]);
    await triggers.pause(id, 'ann');
  });

  test('say why they cannot fire', async () => {
    const watched = await watching({ on: 'bar-closed', symbol: 'XYZ' });
    const { id, triggers, look, store } = watched;
    await look();
    expect((await triggers.get(id))?.refusal).toContain('Symbol "XYZ" not found');
    await store({ symbol: 'ABC' });
    await look();
    expect((await triggers.get(id))?.refusal).toBeNull();
    await triggers.pause(id, 'ann');
    expect(await look()).toBe(false);
  });
});
