import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
let ann: Record<string, string>;
let ben: Record<string, string>;

beforeAll(async () => {
  test = await openTestApp();
  [ann, ben] = await Promise.all([signedIn('view-ann'), signedIn('view-ben')]);
});
afterAll(() => test.close());

async function signedIn(user: string) {
  await test.ask('PUT', `/api/v1/users/${user}`, { payload: { roles: ['viewer'] } });
  return { authorization: `Bearer ${await test.ownKey(user)}` };
}

const path = (name: string) => `/api/v1/views/runs/${encodeURIComponent(name)}`;
const save = (headers: Record<string, string>, name: string, search: object) =>
  test.ask('PUT', path(name), { payload: { search }, headers });
const remove = (headers: Record<string, string>, name: string) =>
  test.ask('DELETE', path(name), { headers });
const list = async (headers: Record<string, string>) =>
  (await test.ask('GET', '/api/v1/views?page=runs', { headers })).body.items;

describe('saved views', () => {
  it('are kept by name, replaced, and deleted', async () => {
    expect((await save(ann, 'Broken ✗', { status: 'failed' })).status).toBe(200);
    await save(ann, 'A desk', { user: 'desk' });
    await save(ann, 'Broken ✗', { status: 'failed', minCostUsd: '1' });
    expect(await list(ann)).toEqual([
      { page: 'runs', name: 'A desk', search: { user: 'desk' } },
      { page: 'runs', name: 'Broken ✗', search: { status: 'failed', minCostUsd: '1' } },
    ]);
    expect((await remove(ann, 'A desk')).status).toBe(204);
    expect((await remove(ann, 'A desk')).status).toBe(404);
    expect(await list(ann)).toHaveLength(1);
  });

  it('are those of the user alone', async () => {
    await save(ann, 'Mine', { text: 'secret of ann' });
    expect(await list(ben)).toEqual([]);
    expect((await remove(ben, 'Mine')).status).toBe(404);
    await save(ben, 'Mine', { text: 'of ben' });
    expect(await list(ann)).toContainEqual(
      expect.objectContaining({ name: 'Mine', search: { text: 'secret of ann' } }),
    );
  });

  it('have a name, a list that there is, and an end', async () => {
    expect((await save(ben, ' ', {})).status).toBe(422);
    expect((await save(ben, 'x'.repeat(61), {})).status).toBe(422);
    const other = { payload: { search: {} }, headers: ben };
    expect((await test.ask('PUT', '/api/v1/views/orders/x', other)).status).toBe(422);
    for (let index = (await list(ben)).length; index < 50; index += 1) {
      expect((await save(ben, `View ${index}`, {})).status).toBe(200);
    }
    expect((await save(ben, 'One too many', {})).status).toBe(409);
    expect((await save(ben, 'Mine', { text: 'again' })).status).toBe(200);
  });
});
