import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessEvents } from '../../../db/schema/index.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const as = (
  key: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) =>
  test.ask(method, url, {
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

async function person(name: string, roles: string[], more: object = {}): Promise<string> {
  await test.ask('PUT', `/api/v1/users/${name}`, { payload: { roles, ...more } });
  const { body, status } = await test.post('/api/v1/keys', { name: 'test', user: name });
  expect(status).toBe(201);
  return body.key;
}

it('a link is not used up by who only looks where it leads', async () => {
  await person('lin', ['viewer']);
  const { body } = await test.post('/api/v1/sign-in-links', { user: 'lin' });
  const { pathname, search } = new URL(body.link);
  await test.app.inject({ method: 'HEAD', url: pathname + search });
  expect((await test.app.inject({ url: pathname + search })).statusCode).toBe(303);
});

describe('a person', () => {
  it('has no session from before, once they have roles again', async () => {
    await person('ida', ['viewer']);
    const { sessions, users } = test.services;
    await test.ask('PATCH', '/api/v1/users/ida', { payload: { roles: [] } });
    // As a link does that is redeemed while the roles go.
    const { secret } = await sessions.open({ user: 'ida', keyId: null, userAgent: null });
    expect(await sessions.find(secret)).toBeDefined();
    await test.ask('PATCH', '/api/v1/users/ida', { payload: { roles: ['viewer'] } });
    expect((await users.get('ida'))?.roles).toEqual(['viewer']);
    expect(await sessions.find(secret)).toBeUndefined();
  });

  it('gives roles in person, not by a key, which they would outlive', async () => {
    const admin = await person('jon', ['admin']);
    for (const payload of [{ roles: ['admin'] }, { actsForOthers: true }]) {
      const { status, body } = await test.ask('PATCH', '/api/v1/users/kim', {
        headers: { authorization: `Bearer ${admin}` },
        payload,
      });
      expect(status).toBe(403);
      expect(body.detail).toContain('sign in with a link');
    }
    const headers = await test.visit('jon');
    const payload = { roles: ['viewer'] };
    const { statusCode } = await test.app.inject({
      method: 'PATCH',
      url: '/api/v1/users/kim',
      headers,
      payload,
    });
    expect(statusCode).toBe(200);
  });

  it('begins with the least: plan free, and AI trading off', async () => {
    await person('ann', ['operator']);
    const { body } = await test.get('/api/v1/users/ann');
    expect(body).toMatchObject({ plan: 'free', aiTrading: false, roles: ['operator'] });
  });

  it('begins with what an admin asks for', async () => {
    await person('ben', ['operator'], { plan: 'pro', aiTrading: true });
    const { body } = await test.get('/api/v1/users/ben');
    expect(body).toMatchObject({ plan: 'pro', aiTrading: true });
  });

  it('acts as themselves: what they leave out is theirs', async () => {
    const key = await person('cat', ['operator']);
    const { body: me } = await as(key, 'GET', '/api/v1/me');
    expect(me).toMatchObject({ name: 'cat', user: 'cat', groups: [], actsForOthers: false });
    await test.ask('PATCH', '/api/v1/users/cat', { payload: { groups: ['desk'] } });
    expect((await as(key, 'GET', '/api/v1/me')).body.groups).toEqual(['desk']);
    const { body } = await as(key, 'GET', '/api/v1/accounts');
    expect(body.items).toMatchObject([{ id: 'paper:cat', members: ['cat'] }]);
    const { body: settings } = await as(key, 'GET', '/api/v1/tools/calculate/quota?user=local');
    expect(settings.detail).toContain('cat cannot act for local');
  });

  it('without a role cannot sign in, and loses what was open', async () => {
    const key = await person('dan', ['viewer']);
    const { cookie } = await test.signIn({}, key);
    const open = () => test.app.inject({ url: '/api/v1/runs', headers: { cookie } });
    expect((await open()).statusCode).toBe(200);
    await test.ask('PATCH', '/api/v1/users/dan', { payload: { roles: [] } });
    expect((await open()).statusCode).toBe(401);
    expect((await as(key, 'GET', '/api/v1/runs')).status).toBe(401);
    const { status, body } = await test.post('/api/v1/sign-in-links', { user: 'dan' });
    expect(status).toBe(422);
    expect(body.detail).toContain('dan has no role');
  });

  it('cannot start a document of their own without the role author', async () => {
    const key = await person('eve', ['operator']);
    const document = { name: 'x', nodes: [] };
    const { status, body } = await as(key, 'POST', '/api/v1/runs', { document });
    expect(status).toBe(403);
    expect(body.detail).toContain('author or admin');
  });

  it.each(['allow', 'ask-after-outside'])(
    'cannot do without an approval that they could not give, by %s',
    async (policy) => {
      const key = await person('fay', ['operator']);
      const call = { args: {}, sideEffects: { policy } };
      const { status, body } = await as(key, 'POST', '/api/v1/tools/create_paper_order', call);
      expect(status).toBe(403);
      expect(body.detail).toContain('approver or admin');
      const mcp = await test.ask('POST', '/mcp', {
        headers: { authorization: `Bearer ${key}`, 'x-baton-side-effects': policy },
        payload: {},
      });
      expect(mcp.status).toBe(403);
    },
  );

  it('steers their own runs alone, and may cancel any', async () => {
    const key = await person('zoe', ['operator']);
    const { body: run } = await test.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
    });
    const resumed = await as(key, 'POST', `/api/v1/runs/${run.id}/resume`, { instruction: 'buy' });
    expect(resumed.status).toBe(403);
    expect(resumed.body.detail).toContain('zoe cannot steer a run of local');
    expect((await as(key, 'POST', `/api/v1/runs/${run.id}/interrupt`)).status).toBe(403);
    expect((await as(key, 'POST', `/api/v1/runs/${run.id}/cancel`)).status).toBe(202);
  });

  it.each(['operator', 'app', 'admin'])('cannot be called %s', async (name) => {
    const payload = { roles: ['viewer'] };
    const { status } = await test.ask('PUT', `/api/v1/users/${name}`, { payload });
    expect(status).toBe(422);
  });

  it('loses for good what was open when the last role goes', async () => {
    const key = await person('yan', ['viewer']);
    const { body: link } = await test.post('/api/v1/sign-in-links', { user: 'yan' });
    await test.ask('PATCH', '/api/v1/users/yan', { payload: { roles: [] } });
    await test.ask('PATCH', '/api/v1/users/yan', { payload: { roles: ['viewer'] } });
    expect((await as(key, 'GET', '/api/v1/me')).status).toBe(401);
    const { pathname, search } = new URL(link.link);
    expect((await test.app.inject({ url: pathname + search })).statusCode).toBe(401);
  });

  it('an admin cannot create a way in as the person who installed Baton', async () => {
    await person('wim', ['admin']);
    const { body: link } = await test.post('/api/v1/sign-in-links', { user: 'wim' });
    const { pathname, search } = new URL(link.link);
    const { cookies } = await test.app.inject({ url: pathname + search });
    const headers = {
      cookie: `${cookies[0]?.name}=${cookies[0]?.value}`,
      'sec-fetch-site': 'same-origin',
    };
    const create = (payload: object) =>
      test.app.inject({ method: 'POST', url: '/api/v1/keys', headers, payload });
    expect((await create({ name: 'mine' })).statusCode).toBe(201);
    expect((await create({ name: 'x', user: 'local', roles: ['admin'] })).statusCode).toBe(403);
  });

  it('neither reads nor marks what another was notified of', async () => {
    const key = await person('vic', ['viewer', 'operator']);
    const { body } = await test.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
    });
    await test.services.runs.finish(body.id, {
      status: 'failed',
      error: { type: 'AllModelsFailed', message: 'No model answered.' },
      nodes: [],
    });
    const read = `/api/v1/notifications/${body.id}~ended/read`;
    expect((await as(key, 'POST', read)).status).toBe(404);
    expect((await test.ask('POST', read)).status).toBe(200);
    const { body: list } = await as(key, 'GET', '/api/v1/notifications');
    expect(list.items).toEqual([]);
  });
});

describe('a key', () => {
  it('is shown once, and stored as a digest', async () => {
    const key = await person('gus', ['viewer']);
    const { body } = await test.get('/api/v1/keys?user=gus');
    expect(JSON.stringify(body)).not.toContain(key);
    expect(JSON.stringify(await test.services.apiKeys.list())).not.toContain(key);
    expect(body.items).toMatchObject([{ user: 'gus', name: 'test', revokedAt: null }]);
  });

  it('does what its roles and those of its user both allow', async () => {
    await person('hal', ['operator', 'approver']);
    const scoped = { name: 'reads', user: 'hal', roles: ['viewer'] };
    const { body } = await test.post('/api/v1/keys', scoped);
    const { body: me } = await as(body.key, 'GET', '/api/v1/me');
    expect(me.rights).toEqual(['read']);
    const more = await test.post('/api/v1/keys', { name: 'more', user: 'hal', roles: ['author'] });
    const { body: both } = await as(more.body.key, 'GET', '/api/v1/me');
    expect(both.rights).toEqual(['read']);
  });

  it('ends at once when it is revoked, with the sessions that it opened', async () => {
    const key = await person('ivy', ['viewer']);
    const { cookie } = await test.signIn({}, key);
    const { body } = await test.get('/api/v1/keys?user=ivy');
    await test.ask('DELETE', `/api/v1/keys/${body.items[0].id}`);
    expect((await as(key, 'GET', '/api/v1/runs')).status).toBe(401);
    const session = await test.app.inject({ url: '/api/v1/runs', headers: { cookie } });
    expect(session.statusCode).toBe(401);
  });

  it('ends when it expires', async () => {
    await person('jan', ['viewer']);
    const { body } = await test.post('/api/v1/keys', {
      name: 'short',
      user: 'jan',
      expiresInDays: 1,
    });
    expect((await as(body.key, 'GET', '/api/v1/me')).status).toBe(200);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60 * 1_000);
    onTestFinished(() => now.mockRestore());
    expect((await as(body.key, 'GET', '/api/v1/me')).status).toBe(401);
  });

  it('makes no other key and no link: they would outlive it', async () => {
    const key = await person('kim', ['viewer', 'operator', 'admin']);
    expect((await as(key, 'POST', '/api/v1/keys', { name: 'all' })).status).toBe(403);
    expect((await as(key, 'POST', '/api/v1/sign-in-links', {})).status).toBe(403);
    const { cookie } = await test.signIn({}, key);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const payload = { name: 'all' };
    const made = await test.app.inject({ method: 'POST', url: '/api/v1/keys', headers, payload });
    expect(made.statusCode).toBe(403);
  });

  it('ends its sessions when it expires', async () => {
    await person('lou', ['viewer']);
    const short = { name: 'short', user: 'lou', expiresInDays: 1 };
    const { body } = await test.post('/api/v1/keys', short);
    const { cookie } = await test.signIn({}, body.key);
    const open = () => test.app.inject({ url: '/api/v1/me', headers: { cookie } });
    expect((await open()).statusCode).toBe(200);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 60 * 60 * 1_000);
    onTestFinished(() => now.mockRestore());
    expect((await open()).statusCode).toBe(401);
  });

  it('decides by the roles that it has alone', async () => {
    await person('pia', ['approver', 'admin']);
    const headers = await test.visit('pia');
    const payload = { name: 'approves', roles: ['approver'] };
    const made = await test.app.inject({ method: 'POST', url: '/api/v1/keys', headers, payload });
    const body = made.json();
    const { body: me } = await as(body.key, 'GET', '/api/v1/me');
    expect(me).toMatchObject({ roles: ['approver'], rights: ['read', 'decide'] });
  });

  it('that somebody else made approves nothing, nor does a session that it opens', async () => {
    const key = await person('quin', ['operator', 'approver']);
    const { body: me } = await as(key, 'GET', '/api/v1/me');
    expect(me).toMatchObject({ roles: ['operator', 'approver'], rights: ['read', 'operate'] });
    const call = { args: {}, sideEffects: { policy: 'allow' } };
    const { cookie } = await test.signIn({}, key);
    const session = { cookie, 'sec-fetch-site': 'same-origin' };
    for (const headers of [{ authorization: `Bearer ${key}` }, session]) {
      const ask = (url: string, payload: object) =>
        test.app.inject({ method: 'POST', url, headers, payload });
      for (const answer of [
        await ask('/api/v1/approvals/none', { decision: 'approve' }),
        await ask('/api/v1/tools/create_paper_order', call),
      ]) {
        expect(answer.statusCode).toBe(403);
        expect(answer.json().detail).toContain('operator created it for quin');
      }
    }
    const own = await test.ownKey('quin');
    expect((await as(own, 'GET', '/api/v1/me')).body.rights).toContain('decide');
    const decided = await as(own, 'POST', '/api/v1/approvals/none', { decision: 'approve' });
    expect(decided.status).toBe(404);
  });

  it('of local that is no admin’s sets nothing for every account', async () => {
    const { body } = await test.post('/api/v1/keys', { name: 'nightly', roles: ['operator'] });
    const { status } = await test.ask('PUT', '/api/v1/account/kill-switch', {
      headers: { authorization: `Bearer ${body.key}` },
      payload: { on: false, everyAccount: true, reason: 'x' },
    });
    expect(status).toBe(403);
  });

  it('for certain tools calls those alone, over the API and MCP', async () => {
    const scoped = { name: 'math', tools: ['calculate'] };
    const { body } = await test.post('/api/v1/keys', scoped);
    expect((await as(body.key, 'GET', '/api/v1/runs')).status).toBe(403);
    const direct = await as(body.key, 'POST', '/api/v1/tools/get_price', { args: {} });
    expect(direct.body.detail).toContain('can call only calculate');
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const list = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${body.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const offered = await list.text();
    expect(offered).toContain('"calculate"');
    expect(offered).not.toContain('get_price');
    const call = async (method: string, params: object) => {
      const response = await fetch(`${address}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${body.key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return response.text();
    };
    expect(await call('tools/call', { name: 'get_portfolio', arguments: {} })).toContain(
      'can call only calculate',
    );
    expect(await call('resources/read', { uri: 'baton://pipelines/price-check' })).toContain(
      'not found',
    );
  });

  it('is made for tools and pipelines that there are, and a name that is none is told with the nearest', async () => {
    const tools = ['calculate', 'get_prize', 'run_price-chek'];
    const { status, body } = await test.post('/api/v1/keys', { name: 'slip', tools });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: 'tools[1]', message: 'tool get_prize not found', fix: 'did you mean get_price?' },
      {
        path: 'tools[2]',
        message: 'tool run_price-chek not found',
        fix: 'did you mean run_price-check?',
      },
    ]);
    const { body: keys } = await test.get('/api/v1/keys');
    expect(keys.items).not.toContainEqual(expect.objectContaining({ name: 'slip' }));
    const right = ['calculate', 'get_price', 'run_price-check', 'get_run'];
    const made = await test.post('/api/v1/keys', { name: 'right', tools: right });
    expect(made.body).toMatchObject({ tools: right });
  });

  it('can be made for any tool until a worker has said which there are', async () => {
    const other = await openTestApp({ withWorker: false });
    onTestFinished(() => other.close());
    const early = { name: 'early', tools: ['brought_later'] };
    expect((await other.post('/api/v1/keys', early)).status).toBe(201);
  });

  it('of another is neither listed nor revoked', async () => {
    const theirs = await person('lea', ['viewer']);
    const mine = await person('max', ['viewer', 'operator', 'approver', 'author']);
    const { body } = await as(theirs, 'GET', '/api/v1/keys');
    const [{ id }] = body.items;
    expect((await as(mine, 'GET', '/api/v1/keys?user=lea')).status).toBe(403);
    expect((await as(mine, 'GET', '/api/v1/keys')).body.items).toHaveLength(1);
    expect((await as(mine, 'DELETE', `/api/v1/keys/${id}`)).status).toBe(404);
    expect((await as(mine, 'POST', '/api/v1/keys', { name: 'x', user: 'lea' })).status).toBe(403);
  });
});

describe('sessions', () => {
  it('are listed, and ended by their owner', async () => {
    const key = await person('ned', ['viewer']);
    const { cookie } = await test.signIn({ 'user-agent': 'A browser' }, key);
    const { body } = await as(key, 'GET', '/api/v1/sessions');
    expect(body.items).toMatchObject([{ user: 'ned', userAgent: 'A browser', current: false }]);
    await as(key, 'DELETE', `/api/v1/sessions/${body.items[0].id}`);
    const after = await test.app.inject({ url: '/api/v1/runs', headers: { cookie } });
    expect(after.statusCode).toBe(401);
  });

  it('end by signing out, also for who kept the cookie', async () => {
    const { cookie } = await test.signIn();
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    await test.app.inject({ method: 'POST', url: '/sign-out', headers });
    const after = await test.app.inject({ url: '/api/v1/runs', headers: { cookie } });
    expect(after.statusCode).toBe(401);
  });
});

describe('the access log', () => {
  it('lists sign-ins, keys and users, without secrets', async () => {
    const key = await person('oda', ['viewer']);
    await test.signIn({}, key);
    const response = await test.app.inject({
      url: '/api/v1/access-log.jsonl',
      headers: {
        authorization: `Bearer ${(await test.post('/api/v1/keys', { name: 'log' })).body.key}`,
      },
    });
    expect(response.statusCode).toBe(200);
    const events = response.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ofOda = events.filter(
      ({ target, by, detail }) => target === 'oda' || by === 'oda' || detail.user === 'oda',
    );
    expect(ofOda.map(({ action }) => action)).toEqual(['user.changed', 'key.created', 'sign-in']);
    expect(response.body).not.toContain(key);
  });

  it('is narrowed down by kind and by person, page by page', async () => {
    await person('rae', ['viewer']);
    await person('rae', ['operator']);
    const read = async (query: string) => (await test.get(`/api/v1/access-log?${query}`)).body;
    const { items } = await read('person=rae');
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'key.created',
      'user.changed',
      'key.created',
      'user.changed',
    ]);
    const first = await read('person=rae&action=key.created&limit=1');
    expect(first.items).toEqual([items[0]]);
    const rest = await read(`person=rae&action=key.created&limit=1&cursor=${first.nextCursor}`);
    expect(rest).toEqual({ items: [items[2]], nextCursor: null });
    expect((await read('action=key.revoked&person=rae')).items).toEqual([]);
  });

  it('lists decisions and changes that somebody had no right to, with the reason', async () => {
    const viewer = await person('sue', ['viewer']);
    const approver = await person('tom', ['approver']);
    const decision = { decision: 'approve' };
    const tried = [
      await as(viewer, 'POST', '/api/v1/approvals/run_1.confirm', decision),
      await as(approver, 'POST', '/api/v1/approvals/run_1.confirm', decision),
      await as(viewer, 'PATCH', '/api/v1/users/sue', { roles: ['admin'] }),
      await as(viewer, 'POST', '/api/v1/keys', { name: 'more' }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const { body } = await test.get('/api/v1/access-log?limit=4');
    const why = (words: string) => ({ why: expect.stringContaining(words) });
    const target = 'run_1.confirm';
    expect(body.items).toMatchObject([
      {
        by: 'sue',
        action: 'request.refused',
        target: 'POST /api/v1/keys',
        detail: why('with a link'),
      },
      {
        by: 'sue',
        action: 'request.refused',
        target: 'PATCH /api/v1/users/:id',
        detail: why('the role admin'),
      },
      { by: 'tom', action: 'approval.refused', target, detail: why('operator created it for tom') },
      { by: 'sue', action: 'approval.refused', target, detail: why('approver or admin') },
    ]);
  });

  it('has five such lines of a person in a minute at most', async () => {
    const other = await openTestApp();
    onTestFinished(() => other.close());
    await other.ask('PUT', '/api/v1/users/una', { payload: { roles: ['viewer'] } });
    const key = await other.ownKey('una');
    const headers = { authorization: `Bearer ${key}` };
    const payload = { decision: 'approve' };
    for (let tried = 0; tried < 9; tried += 1) {
      for (const run of [tried, 0]) {
        await other.ask('POST', `/api/v1/approvals/run_${run}.confirm`, { headers, payload });
      }
    }
    const { body } = await other.get('/api/v1/access-log?person=una&action=approval.refused');
    expect(body.items.map(({ target }: { target: string }) => target)).toEqual(
      [4, 3, 2, 1, 0].map((tried) => `run_${tried}.confirm`),
    );
  });

  it('only grows: the database refuses to change it', async () => {
    await expect(test.database.db.delete(accessEvents)).rejects.toThrow();
    await expect(test.database.db.update(accessEvents).set({ by: 'x' })).rejects.toThrow();
    expect((await test.get('/api/v1/access-log')).body.items.length).toBeGreaterThan(0);
  });

  it('lists wrong keys, and slows down their senders', async () => {
    const other = await openTestApp();
    onTestFinished(() => other.close());
    const known = (await other.post('/api/v1/keys', { name: 'known' })).body.key;
    const fresh = (await other.post('/api/v1/keys', { name: 'fresh' })).body.key;
    const show = async (key: string) =>
      other.app.inject({ url: '/api/v1/me', headers: { 'x-api-key': key } });
    expect((await show(known)).statusCode).toBe(200);
    for (let tried = 0; tried < 20; tried += 1) {
      expect((await show(`guess-${tried}`)).statusCode).toBe(401);
    }
    const slowed = await show('guess');
    expect(slowed.statusCode).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
    // Nobody guesses what Baton made: keys of its own go on, whoever else is at the same address.
    expect((await show(fresh)).statusCode).toBe(200);
    expect((await show(known)).statusCode).toBe(200);
    expect((await show(apiKey)).statusCode).toBe(200);
    const { body } = await other.get('/api/v1/access-log');
    const refused = body.items.filter(
      ({ action }: { action: string }) => action === 'sign-in.refused',
    );
    expect(refused).toMatchObject([{ detail: { failures: 20 } }, { detail: { failures: 1 } }]);
    expect((await other.app.inject({ url: '/?code=guess' })).statusCode).toBe(429);
  });
});
