import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

describe('baton user', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  const lines = async (...words: string[]) =>
    (await server.baton('user', ...words).ended).output.split('\n');

  test('shows what everyone may do, of a user for whom nothing is set', async () => {
    expect(await lines('ada')).toEqual([
      'roles   none',
      'plan    premium  (default)',
      'orders  on       (default)',
      'tools   any',
      'denied  none',
    ]);
  });

  test('sets what it is told, and leaves the rest', async () => {
    await lines('ada', '--plan', 'free', '--deny', 'http_get', 'http_post');
    expect(await lines('ada', '--ai-trading', 'off', '--allow', 'http_get')).toEqual([
      'roles   none',
      'plan    free',
      'orders  off',
      'tools   any',
      'denied  http_post',
    ]);
    const [, plan, orders] = await lines('ada', '--plan', 'default');
    expect(plan).toMatch(/^plan +premium +\(default\)$/);
    expect(orders).toBe('orders  off');
  });

  test('says who a user is at a provider, names the keys that go on, and takes it back', async () => {
    await lines('eve', '--roles', 'viewer');
    await server.baton('keys', 'create', 'nightly', '--user', 'eve').ended;
    const issuer = 'https://login.example.com';
    const set = await server.baton('user', 'eve', '--identity', issuer, '248289').ended;
    expect(set.warnings).toMatch(/These keys still work: key_\w+ \(nightly\)/);
    const half = await server.baton('user', 'eve', '--identity', issuer).ended;
    expect(half.warnings).toContain('--identity takes two values: ISSUER SUBJECT');
    await server.baton('user', 'eve', '--no-identity').ended;
    const again = await server.baton('user', 'eve', '--no-identity').ended;
    expect(again.warnings).toContain('eve is not linked to an OpenID provider');
  });

  test('sets groups, shows them, and takes them away', async () => {
    expect(await lines('dot', '--groups', 'desk', 'risk')).toContain('groups  desk, risk');
    expect(await lines('dot', '--plan', 'free')).toContain('groups  desk, risk');
    expect((await lines('dot', '--groups', 'none')).join()).not.toContain('groups');
  });

  test('sets the only tools, and takes that back, with all else as it was', async () => {
    await lines('bob', '--plan', 'free');
    expect(await lines('bob', '--only', 'get_price', 'get_news')).toEqual([
      'roles   none',
      'plan    free',
      'orders  on                   (default)',
      'tools   get_price, get_news',
      'denied  none',
    ]);
    const [, plan, , tools] = await lines('bob', '--only', 'any');
    expect([plan, tools]).toEqual(['plan    free', 'tools   any']);
  });

  test.each(['--deny', '--only', '--allow'])('refuses an unknown tool, with %s', async (option) => {
    const { code, warnings } = await server.baton('user', 'ada', option, 'get_prise').ended;
    expect(code).not.toBe(0);
    expect(warnings).toContain('tool get_prise not found');
    expect(warnings).toContain('did you mean get_price?');
  });

  test('allows a tool that was not denied, and changes nothing when one of several is misspelled', async () => {
    await lines('cora', '--deny', 'http_get');
    const { code } = await server.baton('user', 'cora', '--allow', 'http_get', 'http_pots').ended;
    expect(code).not.toBe(0);
    expect((await lines('cora')).at(-1)).toBe('denied  http_get');
    expect((await lines('cora', '--allow', 'http_post')).at(-1)).toBe('denied  http_get');
  });

  describe('of a name that is nobody’s yet', () => {
    const warned = async (...words: string[]) =>
      (await server.baton('user', ...words).ended).warnings;

    test('says so once, and names the nearest', async () => {
      await warned('alice', '--plan', 'free');
      const told = 'New user alise: no settings and no runs yet.';
      expect(await warned('alise')).toBe(`${told} Did you mean alice?`);
      expect(await warned('alise', '--plan', 'pro')).toBe(`${told} Did you mean alice?`);
      expect(await warned('alise', '--plan', 'free')).toBe('');
      expect(await warned('zoe')).toBe(told.replace('alise', 'zoe'));
    });

    test('keeps that out of JSON', async () => {
      const { output, warnings } = await server.baton('user', 'dora', '--json').ended;
      expect(JSON.parse(output)).toMatchObject({ id: 'dora' });
      expect(warnings).toContain('New user dora');
    });

    test('says nothing of who has runs, and of who acts where nobody is named', async () => {
      const run = { pipeline: 'price-check', input: { symbol: 'SPX' }, user: 'runner' };
      expect((await server.post('/api/v1/runs', run)).status).toBe(201);
      expect(await warned('runner', '--plan', 'free')).toBe('');
      expect(await warned('local')).toBe('');
    });
  });
});
