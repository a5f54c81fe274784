import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createReplayMarket } from '../../../../activities/trading/market/replay.ts';
import type { RangeRequest } from '../../../../activities/trading/market/market.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alerts, marketTriggers, triggers } from '../../../../db/schema/index.ts';
import { marketTriggerRepository } from '../../../../db/trading/market-triggers.ts';
import { databases } from '../../../support/databases.ts';
import { findKey, loseKey } from '../../../support/lose-key.ts';
import type { Script } from '../exchange/scripted-market.ts';
import { watchingOn } from './watching-on.ts';

/** The price goes over 100 and back with each bar. */
const script = Array.from({ length: 130 }, (_, index): Script => {
  const close = index % 2 === 0 ? 99 : 101;
  return [close, close, close, close];
});
const minuteMs = 60_000;

describe.each(databases)('triggers of the market on $name', ({ open }) => {
  let database: OpenDatabase;
  let isOn: string[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  afterEach(async () => {
    const { db } = database;
    for (const id of isOn) await db.delete(triggers).where(eq(triggers.id, id));
    await db.delete(alerts);
    isOn = [];
  });

  async function watching(trigger: JsonObject) {
    const watched = await watchingOn(database.db, { trigger, script });
    isOn.push(watched.id);
    return watched;
  }

  /** An alert of the user of the triggers, which fired minutes ago. */
  async function firedAlert(id: string, minutesAgo: number, note = 'sell'): Promise<void> {
    await database.db.insert(alerts).values({
      id,
      user: 'ann',
      symbol: 'ABC',
      comparison: '>=',
      price: '102',
      note,
      status: 'fired',
      firedAt: new Date(Date.now() - minutesAgo * minuteMs),
      firedPrice: '102',
    });
  }

  /** A trigger waits for alerts since some minutes. */
  async function beganBefore(id: string, minutes: number): Promise<void> {
    const beganAt = new Date(Date.now() - minutes * minuteMs);
    await database.db.update(marketTriggers).set({ beganAt }).where(eq(marketTriggers.trigger, id));
  }

  test('fire with an alert once, also when its firing is no longer on record', async () => {
    const { id, look, fired, firings } = await watching({ on: 'alert-fired' });
    await look();
    await beganBefore(id, 10);
    await firedAlert(`${id}-old`, 5);
    await look();
    const [firing] = await firings.list(id, { limit: 1 });
    expect(firing).toMatchObject({ status: 'pending' });
    await firings.end(firing!.id, { status: 'started' });
    await firings.prune(new Date(Date.now() + minuteMs));
    await look();
    expect(await fired()).toEqual([]);
  });

  test('fire with no alert that is older than what is kept of firings', async () => {
    const { id, look, fired } = await watching({ on: 'alert-fired' });
    await look();
    const dayMinutes = 24 * 60;
    await beganBefore(id, 100 * dayMinutes);
    await firedAlert(`${id}-old`, 90 * dayMinutes);
    await firedAlert(`${id}-late`, 89 * dayMinutes);
    await look();
    expect((await fired()).map(({ alert }) => (alert as JsonObject)['id'])).toEqual([`${id}-late`]);
  });

  test('hold up no other where a key is lost, and say so', async () => {
    const lost = await watching({ on: 'bar-closed' });
    const other = await watching({ on: 'alert-fired' });
    await other.look();
    await loseKey(database.db, triggers, sql`${triggers.id} = ${lost.id}`);
    await beganBefore(other.id, 10);
    await firedAlert(`${other.id}-a`, 5, 'cannot be read');
    await loseKey(database.db, alerts, sql`${alerts.id} = ${`${other.id}-a`}`);
    await firedAlert(`${other.id}-b`, 4);
    await other.look();
    expect((await other.fired()).map(({ alert }) => (alert as JsonObject)['id'])).toEqual([
      `${other.id}-a`,
      `${other.id}-b`,
    ]);
    await findKey(database.db, triggers);
    expect((await lost.triggers.get(lost.id))?.refusal).toContain('no key of this process opens');
    await lost.look();
    expect((await lost.triggers.get(lost.id))?.refusal).toBeNull();
  });

  test('hold up no other where one fails, and say so without details', async () => {
    const failing = await watching({ on: 'price-crosses', price: 100 });
    const other = await watching({ on: 'bar-closed' });
    await other.look();
    other.pass();
    const range = () => Promise.reject(new TypeError('of a secret'));
    const failingLook = () => other.lookWith({ market: { ...other.market, range } });
    await expect(failingLook()).rejects.toThrow('of a secret');
    expect(await other.fired()).toMatchObject([{ price: 101 }]);
    const { refusal } = (await failing.triggers.get(failing.id))!;
    expect(refusal).toContain("See the worker's log");
    expect(refusal).not.toContain('secret');
    await other.look();
    expect((await failing.triggers.get(failing.id))?.refusal).toBeNull();
    expect(await failing.fired()).toMatchObject([{ price: 101, direction: 'up' }]);
  });

  test('catch up by 50 bars a round, and read no bar more than once a round', async () => {
    const watched = await watching({ on: 'price-crosses', price: 100 });
    await watched.look();
    watched.pass(120);
    const asked: RangeRequest[] = [];
    const range = (request: RangeRequest) => {
      asked.push(request);
      return watched.market.range(request);
    };
    const bars = () => Promise.reject(new Error('the newest bars are not those before an old one'));
    const market = { ...watched.market, range, bars };
    for (const count of [50, 100]) {
      await watched.lookWith({ market });
      expect(await watched.fired()).toHaveLength(count);
    }
    expect(asked).toHaveLength(2);
    await watched.lookWith({ market });
    expect((await watched.firings.list(watched.id, { limit: 200 })).length).toBe(120);
  });

  test('fire for the bars of a replay again that was started again at an earlier date', async () => {
    const watched = await watching({ on: 'bar-closed', symbol: 'SPX' });
    const days = Array.from({ length: 6 }, (_, index) => ({
      time: new Date(Date.UTC(2020, 0, 6 + index)).toISOString(),
      open: 1,
      high: 1,
      low: 1,
      close: index,
      volume: 1,
    }));
    let position = 0;
    const market = createReplayMarket({
      bars: days,
      barsPerMinute: 1,
      position: async () => position,
    });
    const look = () => watched.lookWith({ market });
    await look();
    position = 3;
    await look();
    position = 0;
    await Promise.all([look(), look()]);
    position = 2;
    await Promise.all([look(), look()]);
    expect((await watched.fired()).map(({ price }) => price)).toEqual([1, 2, 3, 1, 2]);
  });

  test('keep where they stand when a worker that saw them off looks', async () => {
    const { look, lookWith, pass, fired } = await watching({ on: 'bar-closed' });
    await look();
    const places = marketTriggerRepository(database.db);
    await lookWith({ triggers: { ...places, listOn: async () => [] } });
    pass();
    await look();
    expect(await fired()).toMatchObject([{ price: 101 }]);
  });
});
