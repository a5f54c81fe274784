import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCommand } from '../../bin/commands/support.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const promote = (build: string) =>
  app.ask('PUT', '/api/v1/deploys/current', { payload: { build } });

async function baton(...args: string[]) {
  const { port } = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 }));
  const env = { BATON_URL: `http://127.0.0.1:${port}`, BATON_API_KEY: apiKey };
  return startCommand(args, { env }).ended;
}

test('workers without a build are listed, and take every run', async () => {
  app.temporal.identity = '1@here';
  expect((await app.get('/api/v1/deploys')).body).toEqual({
    current: null,
    builds: [],
    withoutBuild: { openWorkflows: 0, workers: ['1@here'] },
  });
  const { output } = await baton('deploys');
  expect(output.split('\n')).toEqual([
    'BUILD   STATUS  OPEN  WORKERS  SINCE',
    '(none)          0     1',
    'No worker has a build. Set BATON_BUILD_ID on workers to keep runs on the build that they started on.',
  ]);
});

test('a build that workers have had becomes current, and the access log says by whom', async () => {
  app.temporal.builds = ['one', 'two'];
  const { status, body } = await promote('two');
  expect(status).toBe(200);
  expect(body.current).toBe('two');
  const { body: log } = await app.get('/api/v1/access-log?action=build.promoted');
  expect(log.items).toMatchObject([{ by: 'operator', target: 'two' }]);
  const { output } = await baton('deploys', 'promote', 'one');
  expect(output).toMatch(/^one +current +0 +0/m);
});

test('a build that no worker has had is not found, with what to do', async () => {
  const { status, body } = await promote('three');
  expect(status).toBe(404);
  expect(body.detail).toBe(
    'Build three not found. Start a worker with BATON_BUILD_ID=three first.',
  );
});

test('what Temporal refuses comes with its reason', async () => {
  app.temporal.builds = ['one'];
  app.temporal.refusedBuild = 'one';
  const { status, body } = await promote('one');
  expect(status).toBe(409);
  expect(body.detail).toContain('new current version is missing task queues');
});
