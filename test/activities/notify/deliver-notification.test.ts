import { createHmac } from 'node:crypto';
import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { LogEntry } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../db/open.ts';
import { deliveryRepository } from '../../../db/repositories/notifications/deliveries.ts';
import { databases } from '../../support/databases.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { drip, startRawServer } from '../../support/raw-server.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { deliveriesOf, deliveriesOver, endedRun, secret } from './support.ts';

describe.each(databases)('a delivery on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  let runs = 0;
  const ended = (notify: object) => endedRun(database.db, `run_${(runs += 1)}`, notify);

  describe('by webhook', () => {
    it('says what has ended in clear words, signed with the time, and nothing of the code', async () => {
      const { url, received } = await startReceiver();
      const id = await ended({ webhook: url });
      await deliveriesOver(database.db).send(`${id}~webhook`);
      const [{ headers, body }] = received as [(typeof received)[number]];
      expect(JSON.parse(body)).toMatchObject({
        id: `${id}~webhook`,
        type: 'run-ended',
        notification: { title: 'test failed', text: 'No model answered. Set a key.' },
        run: { user: 'ann', status: 'failed' },
      });
      expect(body).not.toContain('place.ts');
      const signature = String(headers['baton-signature']);
      const [, seconds = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      const key = createHmac('sha256', secret).update(url).digest('hex');
      const expected = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
      expect(given).toBe(expected);
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'delivered', attempts: [{ attempt: 1, code: '200', error: null }] },
      ]);
    });

    it('is sent once, however often its activity runs', async () => {
      const { url, received } = await startReceiver();
      const id = await ended({ webhook: url });
      const { send } = deliveriesOver(database.db);
      await send(`${id}~webhook`);
      await send(`${id}~webhook`);
      expect(received).toHaveLength(1);
    });

    it('is tried again later where the receiver fails, with longer and longer pauses', async () => {
      const { url, received } = await startReceiver((index) => (index < 2 ? 503 : 200));
      const id = await ended({ webhook: url });
      const { send } = deliveriesOver(database.db, {}, { pauseMs: 1_000 });
      const failed = { type: 'DeliveryFailed', nonRetryable: false };
      await expect(send(`${id}~webhook`)).rejects.toMatchObject({
        ...failed,
        nextRetryDelay: 1_000,
      });
      await expect(send(`${id}~webhook`)).rejects.toMatchObject({
        ...failed,
        nextRetryDelay: 2_000,
      });
      await send(`${id}~webhook`);
      expect(new Set(received.map(({ headers }) => headers['baton-delivery'])).size).toBe(1);
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        {
          status: 'delivered',
          attempts: [{ code: '503' }, { code: '503' }, { code: '200' }],
        },
      ]);
    });

    it('is tried once where the receiver does not take it as it is', async () => {
      const { url } = await startReceiver(() => 404);
      const id = await ended({ webhook: url });
      await expect(deliveriesOver(database.db).send(`${id}~webhook`)).rejects.toMatchObject({
        nonRetryable: true,
      });
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'failed', attempts: [{ code: '404', error: 'The receiver answered 404.' }] },
      ]);
    });

    it('counts an answer after the time as none, and says the same again', async () => {
      const late = Promise.withResolvers<void>();
      const { url, received } = await startReceiver((index) => (index === 0 ? late.promise : 200));
      const id = await ended({ webhook: url });
      const { send } = deliveriesOver(database.db, {}, { timeoutMs: 200 });
      await expect(send(`${id}~webhook`)).rejects.toMatchObject({ nonRetryable: false });
      late.resolve();
      await send(`${id}~webhook`);
      expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'delivered', attempts: [{ code: 'TIMEOUT' }, { code: '200' }] },
      ]);
    });

    it('is signed for its target alone: what one receiver got says nothing to another', async () => {
      const [mine, theirs] = [await startReceiver(), await startReceiver()];
      const { send } = deliveriesOver(database.db);
      for (const { url } of [mine, theirs]) await send(`${await ended({ webhook: url })}~webhook`);
      const [got, other] = [mine, theirs].map(({ received }) => received[0]);
      const key = createHmac('sha256', secret).update(theirs.url).digest('hex');
      const signed = (body = '', headers: Record<string, unknown> = {}) => {
        const [, seconds = '', given] =
          /^t=(\d+),v1=(.+)$/.exec(String(headers['baton-signature'])) ?? [];
        return given === createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
      };
      expect([signed(other?.body, other?.headers), signed(got?.body, got?.headers)]).toEqual([
        true,
        false,
      ]);
    });

    it('that a receiver accepted with a dripping answer is sent once', async () => {
      const { port } = await startRawServer((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
          drip(socket, 'x');
        });
      });
      const id = await ended({ webhook: `http://127.0.0.1:${port}/` });
      await deliveriesOver(database.db).send(`${id}~webhook`);
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'delivered', attempts: [{ code: '200' }] },
      ]);
    });

    it('that failed is one line in the log, and no failed activity to Temporal', async () => {
      const { url } = await startReceiver(() => 503);
      const id = await ended({ webhook: url });
      const { deliver } = deliveriesOver(database.db);
      const lines: LogEntry[] = [];
      const logger = new DefaultLogger('DEBUG', (entry) => lines.push(entry));
      const environment = new MockActivityEnvironment({}, { logger });
      const sent = environment.run(deliver, { deliveryId: `${id}~webhook` });
      await expect(sent).rejects.toMatchObject({ category: 'BENIGN' });
      expect(lines.filter(({ level }) => level !== 'DEBUG')).toMatchObject([
        {
          level: 'WARN',
          message: 'The receiver answered 503.',
          meta: { event: 'notification not sent', delivery: `${id}~webhook`, code: '503' },
        },
      ]);
    });

    it('is given up after twenty tries, and sent again it has as many', async () => {
      const { url, received } = await startReceiver(() => 503);
      const id = await ended({ webhook: url });
      const { send } = deliveriesOver(database.db);
      const outcomes: boolean[] = [];
      const tryOnce = async () => {
        const failure = await send(`${id}~webhook`).catch((error: unknown) => error);
        outcomes.push((failure as ApplicationFailure).nonRetryable ?? false);
      };
      for (let round = 0; round < 20; round += 1) await tryOnce();
      expect(outcomes.indexOf(true)).toBe(19);
      expect(await deliveriesOf(database.db, id)).toMatchObject([{ status: 'failed' }]);
      const repository = deliveryRepository(database.db);
      expect(await repository.sendAgain(id, 'webhook')).toMatchObject({ status: 'pending' });
      expect(await repository.sendAgain(id, 'webhook')).toBeUndefined();
      for (let round = 0; round < 20; round += 1) await tryOnce();
      expect(outcomes.lastIndexOf(true)).toBe(39);
      expect(outcomes.filter(Boolean)).toHaveLength(2);
      expect(received).toHaveLength(40);
    });

    it('is not sent to an address of this network, or without a secret', async () => {
      const { url, received } = await startReceiver();
      const id = await ended({ webhook: url });
      const guarded = deliveriesOver(database.db, { BATON_WEBHOOK_HOSTS: '' });
      await expect(guarded.send(`${id}~webhook`)).rejects.toThrow('BATON_WEBHOOK_HOSTS');
      const other = await ended({ webhook: url });
      const unsigned = deliveriesOver(database.db, { BATON_WEBHOOK_SECRET: undefined as never });
      await expect(unsigned.send(`${other}~webhook`)).rejects.toThrow('BATON_WEBHOOK_SECRET');
      expect(received).toEqual([]);
    });
  });

  describe('by e-mail', () => {
    it('says what has ended, under the id of the delivery', async () => {
      const { url, mails } = await startMailServer();
      const id = await ended({ email: 'ann@example.com' });
      const sending = { BATON_SMTP_URL: url, BATON_MAIL_FROM: 'Baton <baton@example.com>' };
      const { send } = deliveriesOver(database.db, sending);
      await send(`${id}~email`);
      await send(`${id}~email`);
      expect(mails).toHaveLength(1);
      const [{ to, text }] = mails as [(typeof mails)[number]];
      expect(to).toEqual(['ann@example.com']);
      expect(text).toContain('Subject: test failed');
      expect(text).toContain('From: Baton <baton@example.com>');
      expect(text).toContain('No model answered. Set a key.');
      expect(text).toContain(`Message-ID: <${encodeURIComponent(`${id}~email`)}@baton>`);
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'delivered', attempts: [{ code: '250' }] },
      ]);
    });

    it.each([
      [450, false],
      [550, true],
    ])('that is refused with %i is given up: %s', async (refuse, nonRetryable) => {
      const { url } = await startMailServer({ refuse });
      const id = await ended({ email: 'nobody@example.com' });
      const { send } = deliveriesOver(database.db, { BATON_SMTP_URL: url });
      await expect(send(`${id}~email`)).rejects.toMatchObject({ nonRetryable });
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { attempts: [{ code: String(refuse) }] },
      ]);
    });

    it('is tried again until the password is right', async () => {
      let password = 'changed-since';
      const { port, mails } = await startMailServer({ password: () => password });
      const id = await ended({ email: 'ann@example.com' });
      const url = `smtp://baton:old-one@127.0.0.1:${port}/?tls.rejectUnauthorized=false`;
      const { send } = deliveriesOver(database.db, { BATON_SMTP_URL: url });
      await expect(send(`${id}~email`)).rejects.toMatchObject({ nonRetryable: false });
      password = 'old-one';
      await send(`${id}~email`);
      expect(mails).toHaveLength(1);
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'delivered', attempts: [{ code: '535' }, { code: '250' }] },
      ]);
    });

    it('shows no password to a server without TLS', async () => {
      const { port, mails } = await startMailServer();
      const id = await ended({ email: 'ann@example.com' });
      const url = `smtp://baton:secret@127.0.0.1:${port}`;
      const { send } = deliveriesOver(database.db, { BATON_SMTP_URL: url });
      await expect(send(`${id}~email`)).rejects.toMatchObject({
        message: expect.stringContaining('not support TLS'),
        nonRetryable: false,
      });
      expect(mails).toEqual([]);
    });

    it('that a server wants a login for is not given up', async () => {
      const { url } = await startMailServer({ refuse: 530 });
      const id = await ended({ email: 'ann@example.com' });
      const { send } = deliveriesOver(database.db, { BATON_SMTP_URL: url });
      await expect(send(`${id}~email`)).rejects.toMatchObject({ nonRetryable: false });
    });

    it('that a server rejects for now, for whatever reason, is not given up', async () => {
      const { port } = await startRawServer((socket) => socket.end('554 not now\r\n'));
      const id = await ended({ email: 'ann@example.com' });
      const url = `smtp://127.0.0.1:${port}`;
      const { send } = deliveriesOver(database.db, { BATON_SMTP_URL: url });
      await expect(send(`${id}~email`)).rejects.toMatchObject({ nonRetryable: false });
      expect(await deliveriesOf(database.db, id)).toMatchObject([
        { status: 'pending', attempts: [{ code: '554' }] },
      ]);
    });

    it('is given up in time if a server drips or drops the connection', async () => {
      const dripping = await startRawServer((socket) => {
        socket.write('220 welcome\r\n');
        drip(socket, '250-and another thing\r\n');
      });
      const dropping = await startRawServer((socket) => socket.destroy());
      const tryAt = async (port: number) => {
        const id = await ended({ email: 'ann@example.com' });
        const url = { BATON_SMTP_URL: `smtp://127.0.0.1:${port}` };
        const { send } = deliveriesOver(database.db, url, { timeoutMs: 300 });
        await expect(send(`${id}~email`)).rejects.toMatchObject({ nonRetryable: false });
        return (await deliveriesOf(database.db, id))[0]?.attempts;
      };
      expect(await tryAt(dripping.port)).toMatchObject([{ code: 'TIMEOUT' }]);
      await expect.poll(dripping.open, { timeout: 5_000 }).toBe(0);
      expect(await tryAt(dropping.port)).toMatchObject([{ code: 'ECONNECTION' }]);
    });

    it('is not sent without a mail server, says what to set, and waits for it', async () => {
      const id = await ended({ email: 'ann@example.com' });
      const sent = deliveriesOver(database.db).send(`${id}~email`);
      await expect(sent).rejects.toMatchObject({
        message: expect.stringContaining('BATON_SMTP_URL'),
        nonRetryable: false,
        nextRetryDelay: 15 * 60_000,
      });
      const { url, mails } = await startMailServer();
      await deliveriesOver(database.db, { BATON_SMTP_URL: url }).send(`${id}~email`);
      expect(mails).toHaveLength(1);
    });
  });
});
