import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { userField } from '../../../contracts/api/gateway/fields.ts';
import { startRunSchema } from '../../../contracts/api/run-requests.ts';
import { bookCall } from '../support/booked-call.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const put = (id: string, payload: object) => test.ask('PUT', `/api/v1/budgets/${id}`, { payload });
const today = () => new Date().toISOString().slice(0, 10);

describe('/api/v1/budgets', () => {
  it('are set, shown with what today has cost, changed, listed and taken away', async () => {
    await bookCall(test, { costUsd: '0.4' }, [`user:ada:${today()}`, `day:${today()}`]);
    const set = await put('user:ada', { usd: 1.5 });
    expect(set).toMatchObject({
      status: 200,
      body: {
        id: 'user:ada',
        usd: '1.5',
        onLimit: 'stop',
        cheaperModels: [],
        today: { day: today(), spentUsd: '0.4', reservedUsd: '0', extraUsd: '0' },
      },
    });
    const models = { onLimit: 'cheaper', cheaperModels: ['openai:gpt-5-mini'] };
    await put('user:ada', { usd: 2, ...models });
    await put('day', { usd: 10 });
    expect((await test.get('/api/v1/budgets/user:ada')).body).toMatchObject({
      usd: '2',
      ...models,
    });
    expect((await test.get('/api/v1/budgets')).body).toMatchObject({
      items: [{ id: 'day', today: { spentUsd: '0.4' } }, { id: 'user:ada' }],
      nextCursor: null,
    });
    expect((await test.ask('DELETE', '/api/v1/budgets/user:ada')).status).toBe(204);
    expect((await test.get('/api/v1/budgets')).body.items).toHaveLength(1);
  });

  it('are kept to the digit at both ends of what may be set', async () => {
    expect(await put('user:bob', { usd: 1e-6 })).toMatchObject({ body: { usd: '0.000001' } });
    expect(await put('user:bob', { usd: 1e9 })).toMatchObject({ body: { usd: '1000000000' } });
  });

  it.each(['Ada Lovelace / Ünïon: 100 %', 'ü'.repeat(256)])(
    'can be those of any user that a call can name: %s',
    async (user) => {
      const set = await put(encodeURIComponent(`user:${user}`), { usd: 1 });
      expect(set).toMatchObject({ status: 200, body: { id: `user:${user}` } });
      expect(userField.user.safeParse(user).success).toBe(true);
      expect(startRunSchema.safeParse({ pipeline: 'p', user }).success).toBe(true);
    },
  );

  it.each(['GET', 'DELETE'] as const)(
    '%s of one that is not there says how to set it',
    async (method) => {
      const { status, body } = await test.ask(method, '/api/v1/budgets/user:nobody');
      expect(status).toBe(404);
      expect(body.detail).toContain('PUT /api/v1/budgets/user:nobody');
    },
  );

  it('of too little says what there has to be once', async () => {
    const { body } = await put('day', { usd: 0 });
    expect(body.errors).toEqual([
      { path: 'usd', message: '0 is too small', fix: 'write at least 0.000001 US dollars' },
    ]);
  });

  it.each([
    ['month', { usd: 1 }, 'id'],
    ['user:', { usd: 1 }, 'id'],
    ['day', {}, 'usd'],
    ['day', { usd: 0 }, 'usd'],
    ['day', { usd: 1e-13 }, 'usd'],
    ['day', { usd: 1e30 }, 'usd'],
    [`user:${'x'.repeat(257)}`, { usd: 1 }, 'id'],
    ['user:%00', { usd: 1 }, 'id'],
    ['day', { usd: 1, onLimit: 'shrug' }, 'onLimit'],
    ['day', { usd: 1, onLimit: 'cheaper' }, 'cheaperModels'],
    ['day', { usd: 1, extra: true }, 'extra'],
  ])('of %s with %j are refused, naming %s', async (id, payload, path) => {
    const { status, body } = await put(id, payload);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: expect.stringContaining(path) }]);
  });
});
