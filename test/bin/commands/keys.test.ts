import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const run = (...words: string[]) => server.baton(...words).ended;

test('people get roles and a link, and begin with the least', async () => {
  const { output } = await run('user', 'ann', '--roles', 'operator', 'approver');
  expect(output).toBe(
    [
      'roles   operator, approver',
      'plan    free',
      'orders  off',
      'tools   any',
      'denied  none',
    ].join('\n'),
  );
  const link = await run('sign-in', 'ann');
  const { pathname, search } = new URL(link.output);
  const opened = await server.app.inject({ url: pathname + search });
  expect(opened.statusCode).toBe(303);
  expect(opened.cookies).toHaveLength(1);
  await run('user', 'ann', '--roles', 'none');
  const refused = await run('sign-in', 'ann');
  expect(refused.code).not.toBe(0);
  expect(refused.warnings).toContain(
    'ann has no role. Give it one first. npx baton user ann --roles <roles> sets the roles of ann.',
  );
});

test('a key is created, listed without its secret, and revoked', async () => {
  const created = await run(
    'keys',
    'create',
    'nightly',
    '--roles',
    'viewer',
    '--expires-in-days',
    '9',
  );
  const key = created.output;
  const env = { BATON_URL: server.address, BATON_API_KEY: key };
  const as = (...words: string[]) => startCommand(words, { env }).ended;
  expect((await as('runs')).code).toBe(0);
  const denied = await as('user', 'bob', '--plan', 'free');
  expect(denied.warnings).toContain('It needs the role admin');
  const listed = await run('keys');
  expect(listed.output).not.toContain(key);
  const [, id = ''] = /(key_\w+) +nightly +local +viewer .* valid until/.exec(listed.output) ?? [];
  expect((await run('keys', 'revoke', id)).output).toBe(`Revoked ${id} (nightly, local).`);
  expect((await as('runs')).code).not.toBe(0);
  expect((await run('keys')).output).toContain('revoked');
  const unknown = await run('keys', 'revoke', 'key_nope');
  expect(unknown.warnings).toContain('API key key_nope not found. npx baton keys lists them.');
});
