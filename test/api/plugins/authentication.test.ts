import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { keyProtocols } from '../support/stream-client.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers });
const cancel = (headers: Record<string, string>) =>
  test.app.inject({ method: 'POST', url: '/api/v1/runs/run_none/cancel', headers });

async function logIn(): Promise<string> {
  return (await test.signIn()).cookie;
}

describe('a key', () => {
  it.each([
    ['a bearer token', { authorization: `Bearer ${apiKey}` }],
    ['x-api-key', { 'x-api-key': apiKey }],
  ])('is taken as %s', async (_how, headers) => {
    expect((await get('/api/v1/runs', headers)).statusCode).toBe(200);
  });

  it.each(['/api/v1/runs', '/openapi.json', '/docs', '/docs/static/index.html', '/nowhere'])(
    'is needed for %s, and the answer says how to give it',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toContain('Bearer');
      expect(response.json().detail).toContain('Authorization: Bearer KEY');
      expect(response.body).not.toContain(apiKey);
    },
  );

  it.each([`${apiKey}x`, apiKey.slice(1), 'ümlaut'])('that is %s is refused', async (key) => {
    const headers = { 'x-api-key': Buffer.from(key).toString('latin1') };
    expect((await get('/api/v1/runs', headers)).statusCode).toBe(401);
  });

  it.each([
    [keyProtocols().toReversed(), 'baton'],
    [keyProtocols().slice(1), undefined],
  ])('in the protocols of a WebSocket %j is in no answer and no log', async (offered, chosen) => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => lines.push(line) } };
    const logging = await openTestApp({ logger });
    onTestFinished(() => logging.close());
    const address = await logging.app.listen({ host: '127.0.0.1', port: 0 });
    const asked = request(`${address}/api/v1/stream`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        'sec-websocket-protocol': offered.join(', '),
      },
    }).end();
    const [response, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket];
    socket.destroy();
    expect(response.statusCode).toBe(101);
    expect(response.headers['sec-websocket-protocol']).toBe(chosen);
    const written = JSON.stringify(response.rawHeaders) + lines.join('');
    expect(lines).not.toEqual([]);
    for (const secret of [apiKey, keyProtocols()[1]!]) expect(written).not.toContain(secret);
  });

  it('that is wrong is not made up for by a session', async () => {
    const headers = { cookie: await logIn(), authorization: 'Bearer wrong' };
    expect((await get('/api/v1/runs', headers)).statusCode).toBe(401);
  });

  it.each(['/health', '/ready'])('is not needed for %s', async (url) => {
    expect((await get(url)).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('is opened by a link once, and its code leaves the address', async () => {
    const { body } = await test.post('/api/v1/sign-in-links', {});
    const { pathname, search } = new URL(body.link);
    const response = await get(pathname + search);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }]);
    const again = await get(pathname + search);
    expect(again.statusCode).toBe(401);
    expect(again.cookies).toEqual([]);
    expect(again.json().detail).toContain(
      'was already used or has expired. Ask an admin for a new',
    );
  });

  it('is opened by a link on a page of another site once a person says so', async () => {
    const { body } = await test.post('/api/v1/sign-in-links', {});
    const { pathname, search, searchParams } = new URL(body.link);
    const asked = await get(pathname + search, { 'sec-fetch-site': 'cross-site' });
    expect(asked.statusCode).toBe(200);
    expect(asked.cookies).toEqual([]);
    expect(asked.body).toContain('signs you in as <strong>operator</strong>');
    const agree = () =>
      test.app.inject({
        method: 'POST',
        url: '/sign-in',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
        payload: `code=${searchParams.get('code')}&next=/approvals`,
      });
    const opened = await agree();
    expect(opened.headers.location).toBe('/approvals');
    expect(opened.cookies).toHaveLength(1);
    expect((await agree()).body).toContain('was already used');
    const used = await get(pathname + search, { 'sec-fetch-site': 'cross-site' });
    expect(used.statusCode).toBe(401);
  });

  it('is not opened by the key in an address', async () => {
    const response = await get(`/?key=${apiKey}`);
    expect(response.statusCode).toBe(401);
    expect(response.cookies).toEqual([]);
  });

  it('has a cookie that no other host can set, where it was opened over https', async () => {
    const [plain] = (await test.signIn()).response.cookies;
    expect(plain).toMatchObject({ name: expect.stringMatching(/^baton_session_[\da-f]{8}$/) });
    expect((plain as { secure?: boolean }).secure).toBeUndefined();
    const over = { 'x-forwarded-proto': 'https' };
    const { response, cookie } = await test.signIn(over);
    expect(response.cookies).toMatchObject([
      { name: expect.stringMatching(/^__Host-baton_session_/), secure: true, path: '/' },
    ]);
    expect((await get('/api/v1/runs', { cookie, ...over })).statusCode).toBe(200);
    const renamed = cookie.replace('__Host-', '');
    expect((await get('/api/v1/runs', { cookie: renamed, ...over })).statusCode).toBe(401);
  });

  it('lets a browser read', async () => {
    const headers = { cookie: await logIn() };
    expect((await get('/openapi.json', headers)).statusCode).toBe(200);
    expect((await get('/docs', headers)).statusCode).toBe(200);
    expect((await get('/', headers)).headers.location).toBeUndefined();
  });

  it('is not opened by another key; a person is told how to get in', async () => {
    const { response } = await test.signIn({}, 'wrong');
    expect(response.statusCode).toBe(401);
    expect(response.cookies).toEqual([]);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toContain('The key is wrong, expired or revoked. Ask an admin for a new');
    expect(response.body).toContain('npx baton sign-in on the machine where Baton runs');
    // The data folder may be elsewhere.
    expect(response.body).not.toContain('.baton/api-key');
  });

  it('that was made up is refused', async () => {
    const [name, value] = (await logIn()).split('=');
    for (const made of ['made-up', '', `${value}x`, String(value).slice(1)]) {
      const headers = { cookie: `${name}=${made}` };
      expect((await get('/api/v1/runs', headers)).statusCode).toBe(401);
    }
  });

  it('is of one installation: another on the same host has its own cookie, and takes no other', async () => {
    const other = await openTestApp({ apiKey: 'another-key-for-tests' });
    onTestFinished(() => other.close());
    const cookie = await logIn();
    const theirs = (await other.signIn({}, 'another-key-for-tests')).cookie;
    expect(theirs.split('=')[0]).not.toBe(cookie.split('=')[0]);
    const replayed = `${theirs.split('=')[0]}=${cookie.split('=')[1]}`;
    for (const headers of [{ cookie }, { cookie: replayed }]) {
      const response = await other.app.inject({ url: '/api/v1/runs', headers });
      expect(response.statusCode).toBe(401);
    }
  });

  it('ends after thirty days, also for who keeps its cookie', async () => {
    const headers = { cookie: await logIn() };
    const days = 24 * 60 * 60 * 1_000;
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    const begun = Date.now();
    now.mockReturnValue(begun + 29 * days);
    expect((await get('/api/v1/runs', headers)).statusCode).toBe(200);
    now.mockReturnValue(begun + 31 * days);
    expect((await get('/api/v1/runs', headers)).statusCode).toBe(401);
  });

  const sameOrigin = { host: 'localhost:3000', origin: 'http://localhost:3000' };
  it.each([
    ['a page of this server', { 'sec-fetch-site': 'same-origin' }, 404],
    ['a page of this server, in an older browser', sameOrigin, 404],
    ['a page of another site', { 'sec-fetch-site': 'cross-site', ...sameOrigin }, 403],
    ['a page of another part of the site', { 'sec-fetch-site': 'same-site', ...sameOrigin }, 403],
    ['nobody: the user typed it', { 'sec-fetch-site': 'none', ...sameOrigin }, 403],
    ['a page of another port', { ...sameOrigin, origin: 'http://localhost:8080' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['nobody knows what', {}, 403],
  ])('acts for %s: %o → %i', async (_who, headers, status) => {
    const response = await cancel({ cookie: await logIn(), ...headers });
    expect(response.statusCode).toBe(status);
  });

  it('leaves a line in the access log for each page of another origin, once a minute', async () => {
    const other = await openTestApp();
    onTestFinished(() => other.close());
    const { cookie } = await other.signIn();
    const act = (origin: string) =>
      other.app.inject({
        method: 'POST',
        url: '/api/v1/runs/run_none/cancel?secret=1',
        headers: { cookie, origin, 'sec-fetch-site': 'cross-site' },
      });
    for (let tried = 0; tried < 9; tried += 1) {
      expect((await act('http://evil.test')).statusCode).toBe(403);
      expect((await act(`http://evil-${tried}.test`)).statusCode).toBe(403);
    }
    const { body } = await other.get('/api/v1/access-log');
    const refused = body.items.filter(
      ({ action }: { action: string }) => action === 'request.refused',
    );
    expect(refused).toHaveLength(5);
    expect(refused.at(-1)).toMatchObject({
      by: 'operator',
      target: 'POST /api/v1/runs/:id/cancel',
      detail: { why: 'origin', from: 'http://evil.test' },
      address: '127.0.0.1',
    });
  });

  it('is not what a client with the key needs to act', async () => {
    expect((await cancel({ 'x-api-key': apiKey })).statusCode).toBe(404);
  });
});
