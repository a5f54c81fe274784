import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('every address that can be read refuses a parameter that it does not know', async () => {
  const { body: document } = await test.get('/openapi.json');
  const addresses = Object.entries(document.paths as Record<string, object>)
    .filter(([path, methods]) => path.startsWith('/api/v1/') && 'get' in methods)
    .map(([path]) => path.replaceAll(/\{\w+\}/g, 'day'));
  expect(addresses.length).toBeGreaterThan(30);
  for (const address of addresses) {
    const { status, body } = await test.get(`${address}?zzz=1`);
    expect([address, status, body.errors?.map(({ path }: { path: string }) => path)]).toEqual([
      address,
      422,
      expect.arrayContaining(['zzz']),
    ]);
  }
});

it('one that can be changed does so too', async () => {
  const { status } = await test.ask('PATCH', '/api/v1/users/ada?plan=pro', {
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(422);
});
