import { expect, it, onTestFinished } from 'vitest';
import { proxiedDatabase } from '../../support/proxied-database.ts';
import { openTestApp } from '../support/app.ts';

const { TEST_DATABASE_URL: server = '' } = process.env;

it.skipIf(!server)(
  'a request while the database is unavailable is told to try again later, and then succeeds',
  async () => {
    const { proxy, open } = await proxiedDatabase();
    const database = await open();
    const { app, ask } = await openTestApp({ database });
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    await proxy.refuse();
    for (const path of ['/api/v1/runs', '/api/v1/approvals', '/api/v1/runs/run_1']) {
      const { status, headers, body } = await ask('GET', path);
      expect({ path, status, detail: body.detail }).toEqual({
        path,
        status: 503,
        detail: expect.stringContaining('The database does not respond.'),
      });
      expect(headers['retry-after']).toBe('5');
    }
    await proxy.pass();
    await expect.poll(async () => (await ask('GET', '/api/v1/runs')).status).toBe(200);
  },
);
