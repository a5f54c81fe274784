import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

const asked: Asked[] = [];
/** In place of the UI of Temporal's server. */
const ui = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method = '', url = '', headers } = request;
  asked.push({ method, url, headers, body });
  response.setHeader('set-cookie', '_csrf=token; Path=/');
  response.end('from the UI');
});

let test: TestApp;
let cookie: string;
beforeAll(async () => {
  ui.listen(0, '127.0.0.1');
  await once(ui, 'listening');
  const { port } = ui.address() as AddressInfo;
  test = await openTestApp({ temporalUiUpstream: `http://127.0.0.1:${port}` });
  ({ cookie } = await test.signIn());
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await test.close();
  ui.closeAllConnections();
  ui.close();
});

const settings = '/temporal/api/v1/settings?a=1';

it('is served to a session, which it does not see', async () => {
  const flow = `${cookie.split('=')[0]}_oidc=secret`;
  const headers = { cookie: `${cookie}; ${flow}; _csrf=token`, 'x-csrf-token': 'token' };
  const { statusCode, body, cookies } = await test.app.inject({ url: settings, headers });
  expect([statusCode, body, cookies[0]?.name]).toEqual([200, 'from the UI', '_csrf']);
  expect(asked[0]).toMatchObject({ method: 'GET', url: settings });
  expect(asked[0]?.headers).toMatchObject({ cookie: '_csrf=token', 'x-csrf-token': 'token' });
});

it('is served to the key, which it does not see', async () => {
  for (const headers of [{ authorization: `Bearer ${apiKey}` }, { 'x-api-key': apiKey }]) {
    expect((await test.app.inject({ url: settings, headers })).statusCode).toBe(200);
  }
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(asked)).not.toContain(apiKey);
});

it('leads nowhere else', async () => {
  for (const url of ['/temporal/..%2fhealth', '/temporal/..%2f..%2fapi']) {
    const { statusCode } = await test.app.inject({ url, headers: { cookie } });
    expect(statusCode, url).toBe(404);
  }
  expect(asked).toEqual([]);
});

it('asks a person to sign in, and refuses what is no page', async () => {
  const page = { url: '/temporal/namespaces/default', headers: { accept: 'text/html' } };
  const { statusCode, headers } = await test.app.inject(page);
  expect([statusCode, headers.location]).toEqual([
    303,
    '/sign-in?next=%2Ftemporal%2Fnamespaces%2Fdefault',
  ]);
  expect((await test.app.inject({ url: settings })).statusCode).toBe(401);
  const wrong = { ...page, headers: { ...page.headers, host: 'rebound.example' } };
  expect((await test.app.inject(wrong)).statusCode).toBe(403);
  expect(asked).toEqual([]);
});

it('acts for pages of this server alone', async () => {
  const signal = (site: string) =>
    test.app.inject({
      method: 'POST',
      url: '/temporal/api/v1/namespaces/default/workflows/a/signal/b',
      payload: '{"input": }',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': site },
    });
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await signal(site)).statusCode).toBe(403);
  }
  expect(asked).toEqual([]);
  expect((await signal('same-origin')).statusCode).toBe(200);
  // As it was sent: what it means is for the UI to say.
  expect(asked[0]).toMatchObject({ method: 'POST', body: '{"input": }' });
});

it('says so where the UI does not respond', async () => {
  const away = await openTestApp({ temporalUiUpstream: 'http://127.0.0.1:1' });
  const { status, body } = await away.get('/temporal');
  expect([status, body.detail]).toEqual([503, 'The Temporal UI does not respond.']);
  await away.close();
});

it('is not there where Temporal is another server', async () => {
  const other = await openTestApp();
  expect((await other.get('/temporal')).status).toBe(404);
  await other.close();
});

it('is not for keys of certain tools, and acts for admins alone', async () => {
  const keyOf = async (more: object) =>
    (await test.post('/api/v1/keys', { name: 'test', ...more })).body.key as string;
  const ask = async (key: string, method: 'GET' | 'POST') =>
    (await test.app.inject({ method, url: settings, headers: { 'x-api-key': key } })).statusCode;
  const scoped = await keyOf({ tools: ['calculate'] });
  expect([await ask(scoped, 'GET'), await ask(scoped, 'POST')]).toEqual([403, 403]);
  const viewer = await keyOf({ roles: ['viewer'] });
  expect([await ask(viewer, 'GET'), await ask(viewer, 'POST')]).toEqual([200, 403]);
  expect(asked).toHaveLength(1);
});
