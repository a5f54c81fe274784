import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer } from '../commands/support.ts';
import type { TestServer } from '../commands/support.ts';

describe('baton accounts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  const lines = async (...words: string[]) =>
    (await server.baton('accounts', ...words).ended).output.split('\n');

  test('lists the own account, and the desk accounts that were opened for the user', async () => {
    expect(await lines()).toEqual(['paper  local  own  local']);
    expect(await lines('macro', '--members', 'ann', 'bob', '--name', 'Macro desk')).toEqual([
      'macro  Macro desk  desk  ann, bob',
    ]);
    expect(await lines('--user', 'ann')).toEqual([
      'paper:ann  ann         own   ann',
      'macro      Macro desk  desk  ann, bob',
    ]);
    expect(await lines()).toHaveLength(1);
  });

  test('keeps the name where only the members change', async () => {
    await lines('rates', '--members', 'ann', '--name', 'Rates');
    expect(await lines('rates', '--members', 'ann', 'cora', '-u', 'ann', '--json')).toEqual(
      JSON.stringify(
        [{ id: 'rates', name: 'Rates', kind: 'desk', members: ['ann', 'cora'] }],
        undefined,
        2,
      ).split('\n'),
    );
  });

  test('says who can change an account that the user does not share', async () => {
    await lines('fx', '--members', 'ann');
    const { code, warnings } = await server.baton('accounts', 'fx', '--members', 'eve', '-u', 'eve')
      .ended;
    expect(code).toBe(1);
    expect(warnings).toContain('eve has no account fx. A member of a desk account, or an admin');
  });
});
