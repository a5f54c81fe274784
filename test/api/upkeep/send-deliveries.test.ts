import { afterAll, beforeAll, expect, it } from 'vitest';
import { linksTo } from '../../../api/base/links.ts';
import { sendDeliveries } from '../../../api/upkeep/upkeep.ts';
import { createServices } from '../../../api/services.ts';
import { TemporalUnavailable } from '../../../api/temporal/index.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { deliveriesOf, deliveriesOver, endedRun } from '../../activities/notify/support.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { fakeActivities } from '../../workflows/support/fake-activities.ts';
import { startHarness } from '../../workflows/support/harness.ts';
import { openTestDatabase } from '../../support/databases.ts';
import { testKeyring } from '../../support/keyring.ts';

let database: OpenDatabase;
let harness: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  database = await openTestDatabase();
  const { activities } = fakeActivities();
  const { deliver } = deliveriesOver(database.db, {}, { pauseMs: 50, timeoutMs: 500 });
  harness = await startHarness({}, { ...activities, deliverNotification: deliver }, {});
});
afterAll(async () => {
  await harness.stop();
  await database.close();
});

/** What an API process that has just started works with. */
function newProcess() {
  const links = linksTo({ publicUrl: 'http://127.0.0.1:3000', namespace: 'default' });
  return createServices({
    database,
    bus: createMemoryBus(),
    keyring: testKeyring,
    temporal: harness.client,
    links,
  });
}

const onError = (error: unknown) => {
  throw error;
};

const untilDelivered = (id: string) =>
  expect
    .poll(async () => (await deliveriesOf(database.db, id)).map(({ status }) => status), {
      timeout: 15_000,
    })
    .toEqual(['delivered']);

it('what was written before a process died is sent by the next one, and once by two', async () => {
  const { url, received } = await startReceiver();
  const id = await endedRun(database.db, 'run_a', { webhook: url });
  const processes = [newProcess(), newProcess()];
  await Promise.all(processes.map((services) => sendDeliveries(services, { onError })));
  await untilDelivered(id);
  for (const services of processes) await sendDeliveries(services, { onError });
  expect(received).toHaveLength(1);
});

it('what was written while Temporal was unavailable is sent when it is back', async () => {
  const { url, received } = await startReceiver();
  const id = await endedRun(database.db, 'run_b', { webhook: url });
  const away = newProcess();
  const startDelivery = () => Promise.reject(new TemporalUnavailable('away'));
  await sendDeliveries({ ...away, activities: { ...away.activities, startDelivery } }, { onError });
  expect(received).toEqual([]);
  await sendDeliveries(newProcess(), { onError });
  await untilDelivered(id);
});

it('a receiver that is down is sent it when it is up again, once', async () => {
  const down = await startReceiver();
  await down.stop();
  const id = await endedRun(database.db, 'run_c', { webhook: down.url });
  await sendDeliveries(newProcess(), { onError });
  const tries = async () => (await deliveriesOf(database.db, id))[0]?.attempts ?? [];
  await expect.poll(async () => (await tries()).length, { timeout: 10_000 }).toBeGreaterThan(1);
  const up = await startReceiver(() => 200, { port: down.port });
  await untilDelivered(id);
  expect(up.received).toHaveLength(1);
  expect((await tries())[0]).toMatchObject({ code: 'ECONNREFUSED' });
  expect((await tries()).at(-1)).toMatchObject({ code: '200', error: null });
});

it('a receiver that answers too late is sent the same again, under the same id', async () => {
  const late = Promise.withResolvers<void>();
  const { url, received } = await startReceiver((index) => (index === 0 ? late.promise : 200));
  const id = await endedRun(database.db, 'run_d', { webhook: url });
  await sendDeliveries(newProcess(), { onError });
  await untilDelivered(id);
  late.resolve();
  const ids = received.map(({ headers }) => headers['baton-delivery']);
  expect(new Set(ids).size).toBe(1);
  expect(received).toHaveLength(2);
});

it('one that cannot be started does not hold up those behind it', async () => {
  const { url } = await startReceiver();
  const stuck = await endedRun(database.db, 'run_e', { webhook: url });
  const next = await endedRun(database.db, 'run_f', { webhook: url });
  const services = newProcess();
  const startDelivery: typeof services.activities.startDelivery = async (delivery, signal) => {
    if (delivery.deliveryId.startsWith(stuck)) throw new Error('it is stuck');
    await services.activities.startDelivery(delivery, signal);
  };
  const told: [string, string][] = [];
  await sendDeliveries(
    { ...services, activities: { ...services.activities, startDelivery } },
    { onError: (error, id) => told.push([(error as Error).message, id]) },
  );
  await untilDelivered(next);
  expect(told).toEqual([['it is stuck', `${stuck}~webhook`]]);
});

it('one that was given up goes out again when a person says so, under the same id', async () => {
  const { url, received } = await startReceiver((index) => (index === 0 ? 404 : 200));
  const id = await endedRun(database.db, 'run_g', { webhook: url });
  const services = newProcess();
  await sendDeliveries(services, { onError });
  const statuses = async () => (await deliveriesOf(database.db, id)).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['failed']);
  // Temporal closes the activity a moment after it has said how it ended.
  const handle = harness.client.activity.getHandle(`${id}~webhook`);
  await handle.result().catch(() => undefined);
  await services.deliveries.sendAgain(id, 'webhook');
  await sendDeliveries(services, { onError });
  await untilDelivered(id);
  expect(new Set(received.map(({ headers }) => headers['baton-delivery'])).size).toBe(1);
  expect((await deliveriesOf(database.db, id))[0]?.attempts).toMatchObject([
    { attempt: 1, code: '404' },
    { attempt: 2, code: '200' },
  ]);
});
