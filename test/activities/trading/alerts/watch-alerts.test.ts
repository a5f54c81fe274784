import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchAlerts } from '../../../../activities/trading/alerts/watch-alerts.ts';
import type { AlertComparison } from '../../../../contracts/trading/alerts.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { deliveryRepository } from '../../../../db/repositories/notifications/deliveries.ts';
import { notificationSettingsRepository } from '../../../../db/repositories/notifications/notification-settings.ts';
import { notificationRepository } from '../../../../db/repositories/notifications/notifications.ts';
import { databases } from '../../../support/databases.ts';
import { scriptedMarket } from '../exchange/scripted-market.ts';
import type { Script } from '../exchange/scripted-market.ts';

const script: Script[] = [
  [100, 100, 100, 100],
  [101, 104, 99, 103],
  [103, 108, 102, 104],
  [104, 109, 95, 96],
];
let count = 0;

describe.each(databases)('alerts on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** A user with alerts of their own on a market of its own. */
  function watching() {
    count += 1;
    const user = `user-${count}`;
    const alerts = alertRepository(database.db);
    const scripted = scriptedMarket(script);
    const create = (comparison: AlertComparison, price: number, symbol = 'ABC') =>
      alerts.create({
        id: `${user}-${comparison}-${price}`,
        user,
        symbol,
        comparison,
        price: String(price),
        note: 'as was planned',
      });
    return {
      ...scripted,
      alerts,
      user,
      create,
      look: () => watchAlerts({ alerts, market: scripted.market }),
      told: () => notificationRepository(database.db).list({ user, limit: 20 }),
      states: async () =>
        Object.fromEntries(
          (await alerts.list({ user, limit: 20 })).map(({ comparison, status, firedPrice }) => [
            comparison,
            firedPrice === null ? status : Number(firedPrice),
          ]),
        ),
      async end() {
        for (const { id } of await alerts.list({ user, limit: 50 })) await alerts.remove({ id });
      },
    };
  }

  test('fire when their price is reached, each at its bar, and tell their user once', async () => {
    const watched = watching();
    await watched.create('>=', 108);
    await watched.create('<=', 96);
    await watched.create('=', 102);
    await watched.look();
    expect(await watched.states()).toEqual({ '>=': 'active', '<=': 'active', '=': 'active' });
    watched.pass();
    await watched.look();
    expect(await watched.states()).toEqual({ '>=': 'active', '<=': 'active', '=': 102 });
    watched.pass(2);
    await Promise.all([watched.look(), watched.look()]);
    expect(await watched.states()).toEqual({ '>=': 108, '<=': 96, '=': 102 });
    const told = await watched.told();
    expect(told.map(({ title }) => title).toSorted()).toEqual([
      'ABC reached 102: alert at 102',
      'ABC reached 108: alert at or above 108',
      'ABC reached 96: alert at or below 96',
    ]);
    expect(told[0]).toMatchObject({ kind: 'alert-fired', runId: null, text: 'as was planned' });
    await watched.end();
  });

  test('say when they fired on the clock of the market', async () => {
    const watched = watching();
    const { id } = await watched.create('>=', 108);
    await watched.look();
    watched.pass(3);
    await watched.look();
    // The third hour, in which the price was reached, not the fourth that was also looked at.
    expect((await watched.alerts.get(id))?.firedMarketTime?.toISOString()).toBe(
      '2020-01-06T03:00:00.000Z',
    );
    await watched.end();
  });

  test('fire at once where the price is reached already', async () => {
    const watched = watching();
    await watched.create('>=', 90);
    await watched.create('=', 100);
    await watched.create('<=', 90);
    await watched.look();
    expect(await watched.states()).toEqual({ '>=': 100, '=': 100, '<=': 'active' });
    await watched.end();
  });

  test('go where else the user is told', async () => {
    const watched = watching();
    await notificationSettingsRepository(database.db).put(watched.user, {
      email: 'me@example.com',
    });
    await watched.create('>=', 90);
    await watched.look();
    const deliveries = deliveryRepository(database.db);
    const [delivery] = (await deliveries.unstarted(new Date(0), { limit: 100 })).filter(
      ({ user }) => user === watched.user,
    );
    expect(await deliveries.get(delivery!.id)).toMatchObject({
      delivery: { channel: 'email', target: 'me@example.com' },
      notification: { title: 'ABC reached 100: alert at or above 90' },
      run: null,
    });
    await watched.end();
  });

  test('fail where there are no prices, with the reason, and hold up no other', async () => {
    const watched = watching();
    const { id } = await watched.create('>=', 1, 'XYZ');
    await watched.create('<=', 100);
    await watched.look();
    expect(await watched.states()).toEqual({ '>=': 'failed', '<=': 100 });
    expect((await watched.alerts.get(id))?.problem).toContain('Symbol "XYZ" not found');
    await watched.end();
  });

  test('wait while the market is silent, and miss nothing of it', async () => {
    const watched = watching();
    await watched.create('>=', 108);
    await watched.look();
    watched.silence(true);
    watched.pass(3);
    await watched.look();
    expect(await watched.states()).toEqual({ '>=': 'active' });
    watched.silence(false);
    await watched.look();
    expect(await watched.states()).toEqual({ '>=': 108 });
    await watched.end();
  });
});
