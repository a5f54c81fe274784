import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await test.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['approver'] } });
});
afterAll(() => test.close());

it('links go only to addresses that a person chose, and an admin’s choice ends that', async () => {
  const settings = (headers: object) =>
    test.app.inject({
      method: 'PUT',
      url: '/api/v1/notifications/settings?user=ann',
      headers: { ...headers },
      payload: { email: 'ann@example.com' },
    });
  const own = () => test.services.notificationSettings.ownTarget('ann', 'email');
  expect((await settings(await test.visit('ann'))).json()).toMatchObject({ decisionLinks: true });
  expect(await own()).toBe('ann@example.com');
  await test.ask('PUT', '/api/v1/users/boss', {
    payload: { roles: ['admin'], actsForOthers: true },
  });
  const changed = await settings(await test.visit('boss'));
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toMatchObject({ decisionLinks: false });
  expect(await own()).toBeUndefined();
});
