import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const put = (id: string, payload: object) =>
  test.ask('PUT', `/api/v1/users/${encodeURIComponent(id)}`, { payload });

describe('the users', () => {
  it('have the default permissions, as long as nothing is set', async () => {
    const { status, body } = await test.get('/api/v1/users/nobody');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'nobody',
      plan: 'premium',
      aiTrading: true,
      allowedTools: null,
      deniedTools: [],
      roles: [],
      groups: [],
      actsForOthers: false,
      own: null,
      changedAt: null,
    });
  });

  it('can have their own plan, trading switch and tools', async () => {
    const wanted = { plan: 'free', aiTrading: false, deniedTools: ['http_post'] };
    const { status, body } = await put('alice', wanted);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'alice', ...wanted, allowedTools: null, own: wanted });
    expect((await test.get('/api/v1/users/alice')).body).toEqual(body);
    const { body: tools } = await test.get('/api/v1/tools?user=alice');
    const isAvailable = (name: string) =>
      tools.items.find((tool: { name: string }) => tool.name === name).available;
    expect(['get_price', 'get_portfolio', 'http_post'].map(isAvailable)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('have the default again if a setting is omitted', async () => {
    await put('bob', { plan: 'free', aiTrading: false });
    const { body } = await put('bob', { aiTrading: false });
    expect(body).toMatchObject({ plan: 'premium', aiTrading: false, own: { plan: null } });
  });

  it('are in groups, which are on the access log', async () => {
    const { status, body } = await put('ann', { roles: ['approver'], groups: ['desk', 'risk'] });
    expect(status).toBe(200);
    expect(body.groups).toEqual(['desk', 'risk']);
    await test.ask('PATCH', '/api/v1/users/ann', { payload: { groups: ['risk'] } });
    expect((await test.get('/api/v1/users/ann')).body).toMatchObject({
      roles: ['approver'],
      groups: ['risk'],
    });
    const { items } = (await test.get('/api/v1/access-log')).body;
    expect(items[0]).toMatchObject({
      action: 'user.changed',
      target: 'ann',
      detail: { groups: ['risk'] },
    });
  });

  it('cannot be in a group with the name of a role, of operator or of a user', async () => {
    await put('ben', { plan: 'free' });
    const { status, body } = await put('ann', {
      groups: ['approver', 'operator', 'ben', 'Desk 1', 'risk'],
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['groups[3]']);
    const named = await put('ann', { groups: ['approver', 'operator', 'ben', 'risk', 'risk'] });
    expect(named.status).toBe(422);
    expect(named.body.errors).toEqual([
      expect.objectContaining({
        path: 'groups[0]',
        message: 'approver is a reserved name',
        fix: 'choose another name for the group',
      }),
      expect.objectContaining({ path: 'groups[1]' }),
      expect.objectContaining({ path: 'groups[2]', message: 'ben is a user' }),
      expect.objectContaining({ path: 'groups[4]', message: '"risk" is in the list twice' }),
    ]);
    await put('ben', {});
  });

  it('cannot have the name of a group', async () => {
    await put('ann', { groups: ['night-desk'] });
    const { status, body } = await put('night-desk', { roles: ['approver'] });
    expect(status).toBe(422);
    expect(body.detail).toBe(
      'night-desk is a group. Choose another name for the user, or remove everyone from the group first.',
    );
    await put('ann', {});
    expect((await put('night-desk', { roles: ['approver'] })).status).toBe(200);
    await put('night-desk', {});
  });

  it('are no longer listed when all their settings are removed', async () => {
    await put('gus', { deniedTools: ['http_post'] });
    const names = async () =>
      (await test.get('/api/v1/users')).body.items.map(({ id }: { id: string }) => id);
    expect(await names()).toContain('gus');
    const { body } = await put('gus', {});
    expect(body).toMatchObject({ id: 'gus', own: null, changedAt: expect.any(String) });
    expect(await names()).not.toContain('gus');
  });

  it('are changed only in the named fields', async () => {
    await put('eve', { plan: 'free', aiTrading: false, deniedTools: ['http_post'] });
    const patch = (payload: object) => test.ask('PATCH', '/api/v1/users/eve', { payload });
    expect((await patch({ aiTrading: true })).body.own).toEqual({
      plan: 'free',
      aiTrading: true,
      allowedTools: null,
      deniedTools: ['http_post'],
    });
    const { body } = await patch({ plan: null, allowedTools: ['get_price'], deniedTools: null });
    expect(body).toMatchObject({ plan: 'premium', aiTrading: true, allowedTools: ['get_price'] });
    expect(body.own).toMatchObject({ plan: null, deniedTools: [] });
    expect((await patch({})).body).toEqual(body);
    expect((await patch({ deniedTools: ['get_prise'] })).body.errors).toMatchObject([
      { path: 'deniedTools[0]', fix: 'did you mean get_price?' },
    ]);
    expect((await patch({ tools: [] })).status).toBe(422);
  });

  it('take a merge patch by its own content type, also of a user for whom nothing is set', async () => {
    const { status, body } = await test.ask('PATCH', '/api/v1/users/fay', {
      payload: JSON.stringify({ plan: 'pro' }),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ plan: 'pro', own: { plan: 'pro', aiTrading: null } });
  });

  it('get unknown tools refused, each with its place', async () => {
    const { status, body } = await put('carol', { deniedTools: ['get_price', 'get_prise'] });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        path: 'deniedTools[1]',
        message: 'tool get_prise not found',
        fix: 'did you mean get_price?',
      },
    ]);
    expect((await test.get('/api/v1/users/carol')).body.own).toBeNull();
  });

  it('get the first of many unknown tools, and suggestions for few of them', async () => {
    const { body } = await put('carol', { deniedTools: Array(1_000).fill('get_prise') });
    const errors: { message: string; fix: string }[] = body.errors;
    expect(errors).toHaveLength(501);
    expect(errors.at(-1)?.message).toBe('there are 500 more problems');
    expect(errors.filter(({ fix }) => fix === 'did you mean get_price?')).toHaveLength(20);
  });

  it('get unknown plans and fields refused', async () => {
    expect((await put('dave', { plan: 'gold' })).status).toBe(422);
    expect((await put('dave', { plann: 'pro' })).status).toBe(422);
  });

  it('are listed by name, page by page', async () => {
    for (const name of ['zoe', 'Émile / 2', 'yan']) await put(name, { plan: 'pro' });
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await test.get(`/api/v1/users?limit=2${cursor}`);
      found.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`;
    } while (cursor !== '');
    expect(found.toSorted()).toEqual(
      ['alice', 'bob', 'eve', 'fay', 'yan', 'zoe', 'Émile / 2'].toSorted(),
    );
    expect(new Set(found).size).toBe(found.length);
  });
});
