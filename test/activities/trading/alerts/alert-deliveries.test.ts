import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchAlerts } from '../../../../activities/trading/alerts/watch-alerts.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { notificationSettingsRepository } from '../../../../db/repositories/notifications/notification-settings.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { startReceiver } from '../../../support/webhook-receiver.ts';
import { scriptedMarket } from '../exchange/scripted-market.ts';
import { deliveriesOf, deliveriesOver } from '../../notify/support.ts';
import { openTestDatabase } from '../../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('an alert that has fired is told by webhook and by e-mail, of no run', async () => {
  const [{ url, received }, mail] = [await startReceiver(), await startMailServer()];
  const user = 'ann';
  await notificationSettingsRepository(database.db).put(user, {
    webhook: url,
    email: 'ann@example.com',
  });
  const alerts = alertRepository(database.db);
  const note = 'sell half';
  await alerts.create({ id: 'a', user, symbol: 'ABC', comparison: '>=', price: '99.5', note });
  await watchAlerts({ alerts, market: scriptedMarket([[100, 100, 100, 100]]).market });

  const { send } = deliveriesOver(database.db, { BATON_SMTP_URL: mail.url });
  await send('a~fired~webhook');
  await send('a~fired~email');
  expect(JSON.parse(received[0]!.body)).toMatchObject({
    type: 'alert-fired',
    notification: {
      id: 'a~fired',
      title: 'ABC reached 100: alert at or above 99.5',
      text: 'sell half',
    },
    run: null,
  });
  expect(mail.mails[0]?.text).toContain('sell half');
  expect(mail.mails[0]?.text).not.toContain('Run ');
  expect((await deliveriesOf(database.db, 'a~fired')).map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
  ]);
});
