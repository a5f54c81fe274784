import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelStates } from '../../../activities/notify/channel-states.ts';
import { notifyEnvironment } from '../../../activities/notify/env.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** A task of a user that has failed. */
async function failedTask(user: string): Promise<string> {
  const task = { agent: 'research', task: 'Analyse SPX.', user };
  const { body } = await test.post('/api/v1/tasks', task);
  await test.services.runs.finish(body.id, {
    status: 'failed',
    error: { type: 'AllModelsFailed', message: 'No model answered.' },
    nodes: [],
  });
  return body.id;
}

const listed = async (query: string) => (await test.get(`/api/v1/notifications?${query}`)).body;

describe('notifications', () => {
  it('are listed newest first, page by page, with how many are unread', async () => {
    const ids = [];
    for (const _ of [1, 2, 3]) ids.unshift(`${await failedTask('ann')}~ended`);
    const first = await listed('user=ann&limit=2');
    const rest = await listed(`user=ann&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect([first.unread, rest.unread]).toEqual([3, 3]);
    expect(first.items[0]).toMatchObject({
      title: 'A task of research failed',
      text: 'No model answered.',
      readAt: null,
      deliveries: [],
    });
  });

  it('are listed and counted without runs that ended well, where only what needs somebody is wanted', async () => {
    const failed = await failedTask('eve');
    const task = { agent: 'research', task: 'Analyse SPX.', user: 'eve' };
    const { body } = await test.post('/api/v1/tasks', task);
    await test.services.runs.finish(body.id, { status: 'completed', output: {}, nodes: [] });
    const ids = ({ items }: { items: { runId: string }[] }) => items.map(({ runId }) => runId);
    const all = await listed('user=eve');
    expect([ids(all), all.unread]).toEqual([[body.id, failed], 2]);
    const needed = await listed('user=eve&attention=true');
    expect([ids(needed), needed.unread]).toEqual([[failed], 1]);
  });

  it('say what ran, and are marked as read by their ids', async () => {
    const [one, two] = [await failedTask('gus'), await failedTask('gus')];
    const { items } = await listed('user=gus');
    expect(items[0].run).toMatchObject({ kind: 'task', agent: 'research' });
    const ids = [`${one}~ended`];
    const read = await test.ask('POST', '/api/v1/notifications/read?user=gus', {
      payload: { ids },
    });
    expect(read.body).toEqual({ read: 1 });
    const left = (await listed('user=gus&unread=true')).items;
    expect(left.map(({ runId }: { runId: string }) => runId)).toEqual([two]);
    const others = await test.ask('POST', '/api/v1/notifications/read?user=someone', {
      payload: { ids: [`${two}~ended`] },
    });
    expect(others.body).toEqual({ read: 0 });
  });

  it('of a run are marked as read by whoever looks at it, its end only once they saw that', async () => {
    const [one, two] = [await failedTask('hal'), await failedTask('hal')];
    const unread = async () =>
      (await listed('user=hal&unread=true')).items.map(({ runId }: { runId: string }) => runId);
    const look = async (status: string, user = 'hal') => {
      const payload = { run: { id: one, status } };
      return (await test.ask('POST', `/api/v1/notifications/read?user=${user}`, { payload })).body;
    };
    expect(await look('waiting')).toEqual({ read: 0 });
    expect(await look('failed', 'ida')).toEqual({ read: 0 });
    expect(await unread()).toEqual([two, one]);
    expect(await look('failed')).toEqual({ read: 1 });
    expect(await unread()).toEqual([two]);
  });

  it('of a decision are read once it is made', async () => {
    const task = { agent: 'research', task: 'Analyse SPX.', user: 'fay' };
    const { body: run } = await test.post('/api/v1/tasks', task);
    for (const node of ['first', 'second']) {
      await test.services.approvals.request({
        id: `${run.id}.${node}`,
        runId: run.id,
        nodePath: node,
        title: `Decide on the ${node}`,
        workflowId: run.id,
        show: {},
        approvers: [],
        hash: 'a',
        requestedAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      });
    }
    const unread = async () =>
      (await listed('user=fay&unread=true')).items.map(({ text }: { text: string }) => text);
    expect(await unread()).toEqual(['Decide on the second', 'Decide on the first']);
    await test.services.approvals.close(`${run.id}.first`, { status: 'approved', by: 'ada' });
    expect(await unread()).toEqual(['Decide on the second']);
    expect((await listed('user=fay')).items[0].decision).toBeNull();
    await test.services.approvals.close(`${run.id}.second`, { status: 'expired' });
    expect(await unread()).toEqual([]);
    const decisions = (await listed('user=fay')).items.map(
      ({ decision }: { decision: object | null }) => decision,
    );
    expect(decisions).toEqual([
      { status: 'expired', by: null },
      { status: 'approved', by: 'ada' },
    ]);
  });

  it('are marked as read, one or all of a user', async () => {
    const [one] = [await failedTask('bob'), await failedTask('bob'), await failedTask('cy')];
    const read = await test.ask('POST', `/api/v1/notifications/${one}~ended/read`);
    expect(read.body.readAt).not.toBeNull();
    const again = await test.ask('POST', `/api/v1/notifications/${one}~ended/read`);
    expect(again.body.readAt).toBe(read.body.readAt);
    expect((await listed('user=bob&unread=true')).items).toHaveLength(1);
    const all = await test.ask('POST', '/api/v1/notifications/read?user=bob');
    expect(all.body).toEqual({ read: 1 });
    expect((await listed('user=bob')).unread).toBe(0);
    expect((await listed('user=cy')).unread).toBe(1);
  });

  it('are not all marked as read by a mistyped user', async () => {
    await failedTask('dora');
    const { status, body } = await test.ask('POST', '/api/v1/notifications/read?usr=dora');
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'usr', fix: expect.stringContaining('user') }]);
    expect((await listed('user=dora')).unread).toBe(1);
  });

  it('that are not there are not found', async () => {
    expect((await test.ask('POST', '/api/v1/notifications/nothing/read')).status).toBe(404);
  });
});

describe('where a user is told', () => {
  const path = '/api/v1/notifications/settings?user=dora';

  it('is set, read and taken back', async () => {
    const settings = { email: 'dora@example.com', webhook: 'https://example.com/hook' };
    // The installation key sets them.
    const known = { missing: {}, decisionLinks: true };
    expect((await test.get(path)).body).toEqual({ ...known, decisionLinks: false });
    expect((await test.ask('PUT', path, { payload: settings })).body).toEqual({
      ...settings,
      ...known,
    });
    expect((await test.get(path)).body).toEqual({ ...settings, ...known });
    await test.ask('PUT', path, { payload: {} });
    expect((await test.get(path)).body).toEqual(known);
  });

  it.each([
    { webhook: 'not an address' },
    { webhook: 'ftp://example.com' },
    { webhook: 'https://user:secret@example.com' },
    { email: 'nobody' },
    { email: `${'x'.repeat(65)}@example.com` },
    { sms: '1' },
    { webhook: 'http://169.254.169.254/' },
    { webhook: 'http://0x7f.1/' },
    { webhook: 'https://[::1]/' },
    { webhook: 'https://[fd00::1]/' },
    { webhook: 'http://localhost:3000/' },
    { webhook: 'http://hooks.localhost/' },
  ])('is refused as %j', async (payload) => {
    expect((await test.ask('PUT', path, { payload })).status).toBe(422);
  });

  it('is told what a channel lacks, and which hosts the workers go to all the same', async () => {
    await test.services.notificationSettings.publishChannels(
      channelStates(notifyEnvironment.parse({ BATON_WEBHOOK_HOSTS: '127.0.0.1' })),
    );
    const payload = { webhook: 'http://127.0.0.1:20000/' };
    const { status, body } = await test.ask('PUT', path, { payload });
    expect(status).toBe(200);
    expect(body.missing).toEqual({
      webhook: expect.stringContaining('BATON_WEBHOOK_SECRET'),
      email: expect.stringContaining('BATON_SMTP_URL'),
    });
    expect((await test.get(path)).body).toEqual(body);
    const other = { webhook: 'http://127.0.0.2:20000/' };
    expect((await test.ask('PUT', path, { payload: other })).body.errors).toEqual([
      {
        path: 'webhook',
        message: '127.0.0.2 is not a public address',
        fix: expect.stringContaining('BATON_WEBHOOK_HOSTS=127.0.0.2'),
      },
    ]);
    await test.services.notificationSettings.publishChannels(
      channelStates(
        notifyEnvironment.parse({
          BATON_WEBHOOK_SECRET: 'sixteen-characters',
          BATON_SMTP_URL: 'smtp://mail.example.com',
        }),
      ),
    );
    expect((await test.get(path)).body.missing).toEqual({});
  });

  it('is refused with a task as it is with the settings', async () => {
    const task = {
      agent: 'research',
      task: 'Analyse SPX.',
      notify: { webhook: 'http://10.0.0.1/' },
    };
    const { status, body } = await test.post('/api/v1/tasks', task);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'notify.webhook' }]);
  });
});

describe('a notification that has left Baton', () => {
  const retry = (id: string, channel = 'webhook') =>
    test.ask('POST', `/api/v1/notifications/${id}/deliveries/${channel}/retry`);

  it('is sent again once it was given up, and keeps its earlier tries', async () => {
    await test.services.notificationSettings.put('fay', { webhook: 'https://example.com/hook' });
    const id = `${await failedTask('fay')}~ended`;
    expect((await retry(id)).status).toBe(409);
    const delivery = `${id}~webhook`;
    const attempt = await test.services.deliveries.beginAttempt(delivery);
    await test.services.deliveries.noteStarted(delivery);
    const end = { code: '404', error: 'The receiver answered 404.', status: 'failed' as const };
    await test.services.deliveries.endAttempt({ id: delivery, attempt }, end);
    const { status, body } = await retry(id);
    expect(status).toBe(202);
    expect(body.deliveries).toMatchObject([
      { id: delivery, status: 'pending', endedAt: null, attempts: [{ code: '404' }] },
    ]);
    const unstarted = await test.services.deliveries.unstarted(new Date(0), { limit: 100 });
    expect(unstarted.map(({ id: of }) => of)).toContain(delivery);
  });

  it('is not found where it was not to be sent', async () => {
    const id = `${await failedTask('gil')}~ended`;
    expect((await retry(id)).status).toBe(404);
    expect((await retry('nothing')).status).toBe(404);
    expect((await retry(id, 'pigeon')).status).toBe(422);
  });
});

describe('old notifications', () => {
  it('are forgotten with how they left Baton, younger ones are kept', async () => {
    await test.services.notificationSettings.put('hal', { webhook: 'https://example.com/hook' });
    const [old, young] = [`${await failedTask('hal')}~ended`, `${await failedTask('hal')}~ended`];
    await test.services.deliveries.beginAttempt(`${old}~webhook`);
    const before = (await test.services.notifications.get(young))?.createdAt ?? new Date(0);
    expect(await test.services.notifications.prune(before)).toBeGreaterThan(0);
    expect((await listed('user=hal')).items.map(({ id }: { id: string }) => id)).toEqual([young]);
    expect(await test.services.deliveries.get(`${old}~webhook`)).toBeUndefined();
    expect(await test.services.deliveries.get(`${young}~webhook`)).toBeDefined();
    expect(await test.services.notifications.prune(before)).toBe(0);
  });
});
