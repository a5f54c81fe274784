import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rightsOfRoles, roles } from '../../../contracts/access/roles.ts';
import type { Role } from '../../../contracts/access/roles.ts';
import { roleTable } from '../../../api/access/role-table.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
const keys = new Map<Role, string>();

beforeAll(async () => {
  test = await openTestApp();
  for (const role of roles) {
    await test.ask('PUT', `/api/v1/users/${role}-person`, { payload: { roles: [role] } });
    keys.set(role, await test.ownKey(`${role}-person`));
  }
});
afterAll(() => test.close());

/** Asks so that the route itself does nothing: no route of the API knows the parameter, and no other body is one. */
async function statusFor(key: string | undefined, method: string, url: string, extra = '') {
  const { statusCode, body } = await test.app.inject({
    method: method as 'GET',
    url: `${url.replaceAll(/:\w+|\*/g, 'nothing')}?not-a-parameter=1${extra}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
  return { status: statusCode, body };
}

describe('every route', () => {
  it('is open to those with the right for it, and to nobody else', async () => {
    expect(test.app.routeRules.length).toBeGreaterThan(90);
    for (const { method, url, right } of test.app.routeRules) {
      const what = `${method} ${url}`;
      expect((await statusFor(undefined, method, url)).status, what).toBe(401);
      for (const role of roles) {
        const { status, body } = await statusFor(keys.get(role), method, url);
        const isAllowed = rightsOfRoles[role].includes(right);
        const isRefused = status === 403 && body.includes('it needs the role');
        expect(isRefused, `${what} as ${role}: ${status} ${body}`).toBe(!isAllowed);
      }
    }
  });

  it('is open to everyone only where it is named here', () => {
    expect([...new Set(test.app.publicRoutes)].toSorted()).toEqual(
      ['/', '/*', '/assets/*', '/health', '/icon.svg', '/ready', '/sign-in']
        .flatMap((url) => [`GET ${url}`, `HEAD ${url}`])
        .concat('POST /sign-in', 'POST /sign-out')
        .toSorted(),
    );
  });

  it('is in the table of the documentation, which vitest -u writes', async () => {
    await expect(roleTable(test.app.routeRules)).toMatchFileSnapshot('../../../docs/roles.md');
  });

  it('takes who acts from the credential', async () => {
    const person = { roles: ['author', 'operator', 'approver', 'admin'], actsForOthers: false };
    await test.ask('PUT', '/api/v1/users/ann', { payload: person });
    const { body: created } = await test.post('/api/v1/keys', { name: 'test', user: 'ann' });
    const acting = test.app.routeRules.filter(
      ({ acting: { query, body } }) => query.length > 0 || body.length > 0,
    );
    expect(acting.length).toBeGreaterThan(20);
    for (const { method, url, acting: fields } of acting) {
      const named = Object.fromEntries(fields.body.map((field) => [field, 'bob']));
      const query = new URLSearchParams(fields.query.map((field) => [field, 'bob']));
      const { statusCode, body } = await test.app.inject({
        method: method as 'GET',
        url: `${url.replaceAll(/:\w+|\*/g, 'nothing')}?${query}`,
        headers: { authorization: `Bearer ${created.key}` },
        ...(fields.body.length > 0 && { payload: named }),
      });
      expect(body, `${method} ${url}: ${statusCode}`).toContain('ann cannot act for bob');
    }
  });
});
