import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { documentOf, publish as publishTo } from './support.ts';

let test: TestApp;
let name = '';
let count = 0;
let secret = '';

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  count += 1;
  name = `desk-${count}`;
});

const id = () => `${name}.called`;
const history = async () => (await test.get(`/api/v1/triggers/${id()}/firings`)).body.items;
const runs = async () => (await test.get(`/api/v1/runs?trigger=${id()}`)).body.items;

async function renew(keepOldMinutes = 0): Promise<string> {
  const answer = await test.post(`/api/v1/triggers/${id()}/secret`, { keepOldMinutes });
  expect(answer).toMatchObject({
    status: 201,
    body: { url: `http://127.0.0.1:3000/hooks/${id()}` },
  });
  return answer.body.secret;
}

async function publish(change: JsonObject = {}): Promise<void> {
  await publishTo(test, documentOf(name, { id: 'called', kind: 'webhook', ...change }));
  secret = await renew();
}

/** The signature of a text, as a caller without Baton's code makes it. */
function signed(text: string, key = secret, at = Date.now()): Record<string, string> {
  const seconds = Math.floor(at / 1_000);
  const hex = createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex');
  return { 'baton-signature': `t=${seconds},v1=${hex}` };
}

async function call(payload: string, headers: Record<string, string> = signed(payload)) {
  const { statusCode, body } = await test.app.inject({
    method: 'POST',
    url: `/hooks/${id()}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  return { status: statusCode, body: JSON.parse(body) };
}

const spx = JSON.stringify({ symbol: 'SPX' });

describe('a webhook that is called with a signature', () => {
  it('answers at once with the run, whose input is the body', async () => {
    await publish();
    const { status, body } = await call(spx);
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'started', run: null } });
    expect(await runs()).toMatchObject([
      { id: body.runId, input: { symbol: 'SPX' }, user: 'local', cause: { kind: 'webhook' } },
    ]);
    expect(await history()).toMatchObject([
      { id: body.firing, event: { data: { symbol: 'SPX' } } },
    ]);
  });

  it('makes the input by its expressions, where it has some', async () => {
    await publish({ input: { symbol: '{{ event.data.order.ticker }}' } });
    await call(JSON.stringify({ order: { ticker: 'DAX' }, more: true }));
    expect(await runs()).toMatchObject([{ input: { symbol: 'DAX' } }]);
  });

  it.each([
    ['without one', () => ({})],
    ['of another body', () => signed('{}')],
    ['by another secret', () => signed(spx, 'another')],
    ['that is old', () => signed(spx, secret, Date.now() - 6 * 60_000)],
    ['that is none', () => ({ 'baton-signature': 't=now,v1=' })],
    ['with the secret as a key', () => ({ authorization: `Bearer ${secret}` })],
  ])('refuses a call %s', async (_what, headers) => {
    await publish();
    expect(await call(spx, headers())).toMatchObject({ status: 401 });
    expect(await history()).toEqual([]);
  });

  it('starts one run of one request, and of one Idempotency-Key', async () => {
    await publish();
    const headers = signed(spx);
    const [one, again] = [await call(spx, headers), await call(spx, headers)];
    expect(again.body.runId).toBe(one.body.runId);
    const keyed = { ...signed(spx), 'idempotency-key': 'k' };
    const third = await call(spx, keyed);
    const later = { ...signed(spx, secret, Date.now() - 2_000), 'idempotency-key': 'k' };
    expect((await call(spx, later)).body.runId).toBe(third.body.runId);
    const dax = JSON.stringify({ symbol: 'DAX' });
    const other = await call(dax, { ...signed(dax), 'idempotency-key': 'k' });
    expect(other).toMatchObject({ status: 409 });
    expect(await runs()).toHaveLength(2);
  });

  it('tells the caller and the history what is wrong with a body', async () => {
    await publish();
    const { status, body } = await call('{"symbol":1}');
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'input.symbol' }] },
    });
    expect(await history()).toMatchObject([{ status: 'failed' }]);
    expect(await call('[1]')).toMatchObject({ status: 422 });
    expect(await call('{')).toMatchObject({ status: 400 });
    expect(await runs()).toEqual([]);
  });

  it('starts nothing while it is paused, or where a run of it is to end first', async () => {
    await publish({ overlap: 'skip' });
    await call(spx);
    const second = await call(spx, signed(spx, secret, Date.now() - 2_000));
    expect(second).toMatchObject({ status: 202, body: { status: 'skipped', runId: null } });
    await test.post(`/api/v1/triggers/${id()}/pause`, {});
    expect(await call(spx)).toMatchObject({ status: 409 });
  });
});

describe('a webhook with a key', () => {
  it('takes it as a bearer token', async () => {
    await publish({ auth: 'key' });
    expect(await call(spx, { authorization: `Bearer ${secret}` })).toMatchObject({ status: 202 });
    expect(await call(spx, { 'x-api-key': secret })).toMatchObject({ status: 202 });
    expect(await call(spx, { authorization: 'Bearer another' })).toMatchObject({ status: 401 });
    expect(await call(spx)).toMatchObject({ status: 401 });
  });
});

describe('the secret of a webhook', () => {
  it('is asked for before anybody can call, and never shown again', async () => {
    await publishTo(test, documentOf(name, { id: 'called', kind: 'webhook' }));
    const before = await test.get(`/api/v1/triggers/${id()}`);
    expect(before.body.problem).toBe('It cannot be called until it has a secret. Create one.');
    expect(await call(spx, signed(spx, ''))).toMatchObject({ status: 401 });
    secret = await renew();
    const { body } = await test.get(`/api/v1/triggers/${id()}`);
    expect(body).toMatchObject({ problem: null, secretAt: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain(secret);
    const { rows } = (await test.database.db.execute('select * from triggers')) as never as {
      rows: object[];
    };
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is replaced, and the previous one stays valid for the given time', async () => {
    await publish();
    const [old] = [secret];
    secret = await renew(10);
    expect(await call(spx, signed(spx, old))).toMatchObject({ status: 202 });
    expect(await call(spx)).toMatchObject({ status: 202 });
    const replaced = secret;
    secret = await renew();
    expect(await call(spx, signed(spx, replaced))).toMatchObject({ status: 401 });
  });

  it('is gone with its trigger', async () => {
    await publish();
    await publishTo(test, documentOf(name));
    await publishTo(test, documentOf(name, { id: 'called', kind: 'webhook' }));
    expect(await call(spx)).toMatchObject({ status: 401 });
  });

  it('is only for webhooks', async () => {
    await publishTo(
      test,
      documentOf(name, {
        id: 'called',
        kind: 'schedule',
        cron: '0 8 * * *',
        input: { symbol: 'SPX' },
      }),
    );
    expect(await test.post(`/api/v1/triggers/${id()}/secret`, {})).toMatchObject({ status: 409 });
  });
});

describe('a webhook that answers with the result', () => {
  it('waits for the end of the run', async () => {
    await publish({ respond: 'with-result' });
    test.temporal.onStart = async () => {
      const [started] = [...test.temporal.workflows.keys()].slice(-1);
      const end = { status: 'completed' as const, output: { price: 1 }, nodes: [] };
      await test.services.runs.finish(started!, end);
    };
    const { status, body } = await call(spx);
    test.temporal.onStart = async () => undefined;
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'started', run: { status: 'completed', output: { price: 1 } } },
    });
  });
});

describe('wrong signatures from one address', () => {
  let before: TestApp;
  beforeAll(async () => {
    before = test;
    test = await openTestApp();
  });
  afterAll(async () => {
    await test.close();
    test = before;
  });

  it('are slowed down and in the access log; the right one still counts', async () => {
    await publish();
    const wrong = () => call(spx, signed('{}'));
    const answers = [];
    for (let tried = 0; tried < 21; tried += 1) answers.push((await wrong()).status);
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect(await call(spx)).toMatchObject({ status: 202 });
    const { body } = await test.get('/api/v1/access-log?action=sign-in.refused');
    expect(body.items).toMatchObject([
      { detail: { what: 'webhook', failures: 20 } },
      { detail: { what: 'webhook', failures: 1 } },
    ]);
  });
});
