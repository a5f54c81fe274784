import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

const html = '<!doctype html><title>Baton</title><div id="app"></div>';
const script = 'console.log("baton");';
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let test: TestApp;
const lines: string[] = [];
const logger = {
  level: 'trace',
  stream: new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await mkdir(join(folder, 'guide/decisions'), { recursive: true });
  await writeFile(join(folder, 'guide/index.html'), '<h1>Docs</h1>');
  await writeFile(join(folder, 'guide/triggers.html'), '<h1>Triggers</h1>');
  await writeFile(join(folder, 'guide/decisions/001-first.html'), '<h1>First</h1>');
  await writeFile(join(folder, 'guide/search.json'), '[]');
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets/index-abc.js'), script);
  await writeFile(join(folder, 'assets/index-abc.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'private.txt'), 'not for the web');
  test = await openTestApp({ webFolder: folder, logger });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers });
const signIn = (payload: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/sign-in',
    payload,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });

async function session(): Promise<{ cookie: string }> {
  const { cookies } = (await test.signIn()).response;
  return { cookie: `${cookies[0]?.name}=${cookies[0]?.value}` };
}

describe('the app', () => {
  it.each(['/', '/runs', '/runs/run_1?node=a', '/pipelines/x/edit', '/not-a-place'])(
    'is given for %s',
    async (url) => {
      const response = await get(url, { ...browser, ...(await session()) });
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(html);
    },
  );

  it('runs scripts of this server alone, in no frame, and is asked for again each time', async () => {
    const { headers } = await get('/runs', { ...browser, ...(await session()) });
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
    expect(headers['content-security-policy']).toMatch(/default-src 'none';/);
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('can be asked for without its body', async () => {
    const headers = { ...browser, ...(await session()) };
    const response = await test.app.inject({ method: 'HEAD', url: '/runs', headers });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-length']).toBe(String(html.length));
    expect(response.body).toBe('');
  });

  it.each(['/api/v1/nothing', '/docs/nothing', '/metrics', '/openapi.json/x'])(
    'is not given for %s, which is of the API',
    async (url) => {
      const response = await get(url, { ...browser, ...(await session()) });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toContain('application/problem+json');
    },
  );

  it('is not given for a path of the gateway, which says so in the form of its clients', async () => {
    const response = await get('/v1/nothing', { ...browser, ...(await session()) });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: { code: 'unknown_url' } });
    const asked = await get('/v1/nothing', { authorization: 'Bearer wrong' });
    expect(asked.statusCode).toBe(401);
    expect(asked.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it('is not given to a program that asks for a path that is not there', async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await get('/runs', headers)).statusCode).toBe(404);
  });

  it('is given to a browser that follows a link of another site, which keeps its cookie back', async () => {
    const response = await get('/runs/run_1', { ...browser, 'sec-fetch-site': 'cross-site' });
    expect(response.body).toBe(html);
  });
});

describe('a file of the app', () => {
  it('needs no key, is kept for good, and comes compressed to those who can read that', async () => {
    const plain = await get('/assets/index-abc.js');
    expect(plain.statusCode).toBe(200);
    expect(plain.body).toBe(script);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const compressed = await get('/assets/index-abc.js', { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers['content-type']).toContain('javascript');
    expect(compressed.rawPayload).toEqual(brotliCompressSync(script));
    expect(compressed.headers['vary']).toMatch(/accept-encoding/i);
  });

  it.each([
    '/assets/../private.txt',
    '/assets/%2e%2e/private.txt',
    '/assets/..%2fprivate.txt',
    '/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/assets/..%5cprivate.txt',
    '/assets/index-abc.js%00',
    '/assets/%00',
    '/assets/',
  ])('is none outside of its folder: %s', async (url) => {
    const { statusCode, body } = await get(url, { authorization: `Bearer ${apiKey}` });
    expect(statusCode).toBe(404);
    expect(body).not.toContain('not for the web');
  });

  it('comes in parts to who asks for a part', async () => {
    const { statusCode, body } = await get('/assets/index-abc.js', { range: 'bytes=0-6' });
    expect(statusCode).toBe(206);
    expect(body).toBe('console');
  });

  it('that is not there any more is a problem, which nobody keeps, also for a page of an older build', async () => {
    const askers: Record<string, string>[] = [{}, browser, { 'accept-encoding': 'br' }];
    for (const headers of askers) {
      const { statusCode, headers: answered } = await get('/assets/gone.js', headers);
      expect(statusCode).toBe(404);
      expect(answered['content-type']).toContain('application/problem+json');
      expect(answered['cache-control'] ?? '').not.toContain('max-age');
    }
  });
});

describe('a browser without a session', () => {
  it('is led to the page that asks for the key, and from there to where it wanted to go', async () => {
    const led = await get('/runs/run_1?node=a', browser);
    expect(led.statusCode).toBe(303);
    expect(led.headers.location).toBe('/sign-in?next=%2Fruns%2Frun_1%3Fnode%3Da');
    const page = await get(String(led.headers.location), browser);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('value="/runs/run_1?node=a"');
    expect(page.headers['cache-control']).toBe('no-store');

    const signedIn = await signIn(`key=${apiKey}&next=%2Fruns%2Frun_1%3Fnode%3Da`);
    expect(signedIn.statusCode).toBe(303);
    expect(signedIn.headers.location).toBe('/runs/run_1?node=a');
    expect(signedIn.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }]);
  });

  it.each([
    ['http', undefined],
    ['https', true],
    ['https, http', true],
    ['http, https', undefined],
  ])(
    'behind a proxy that was asked by %s gets a cookie for that alone',
    async (protocol, secure) => {
      const { cookies } = (await test.signIn({ 'x-forwarded-proto': protocol })).response;
      expect(cookies[0]?.secure).toBe(secure);
      expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
    },
  );

  it('leaves the key in no address and in no log', async () => {
    for (const url of [`/runs?key=${apiKey}`, `/nothing/%E0%A4%A?key=${apiKey}`]) {
      await get(url, browser);
    }
    test.app.log.warn('the end');
    expect(lines.join('')).toContain('the end');
    expect(lines.join('')).not.toContain(apiKey);
  });

  it('is told when the key is not the right one, and can try again', async () => {
    const response = await signIn('key=wrong&next=%2Fapprovals');
    expect(response.statusCode).toBe(401);
    expect(response.cookies).toEqual([]);
    expect(response.body).toContain('The key is wrong');
    expect(response.body).toContain('value="/approvals"');
    expect(response.body).not.toContain('wrong&');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/\0',
    'runs',
    '',
  ])('is not led away to %j', async (next) => {
    const response = await signIn(new URLSearchParams({ key: apiKey, next }).toString());
    expect(response.statusCode).toBe(303);
    const led = await get(`/sign-in?next=${encodeURIComponent(next)}`, await session());
    for (const { headers } of [response, led]) {
      const path = String(headers.location);
      expect(path).toMatch(/^\/[!-~]*$/);
      expect(new URL(path, 'http://here.example').host).toBe('here.example');
    }
  });

  it.each([
    ['/runs/run_1?node=a#end', '/runs/run_1?node=a#end'],
    ['/a\0b', '/a%00b'],
    ['/pipelines/é', '/pipelines/%C3%A9'],
  ])('is led to %j as a browser reads it', async (next, location) => {
    const response = await signIn(new URLSearchParams({ key: apiKey, next }).toString());
    expect(response.headers.location).toBe(location);
  });

  it('gets no markup that was put into the address', async () => {
    const { body } = await get(`/sign-in?next=${encodeURIComponent('/"><script>')}`, browser);
    expect(body).not.toContain('<script>');
  });

  it('is signed in by no page of another origin', async () => {
    const response = await signIn(`key=${apiKey}`, { 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(403);
    expect(response.cookies).toEqual([]);
  });
});

describe('signing out', () => {
  const signOut = (headers: Record<string, string>) =>
    test.app.inject({ method: 'POST', url: '/sign-out', headers });

  it('takes the session from the browser', async () => {
    const response = await signOut({ ...(await session()), 'sec-fetch-site': 'same-origin' });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/sign-in');
    expect(response.cookies).toMatchObject([
      { name: expect.stringMatching(/^baton_session_/), value: '', path: '/' },
    ]);
  });

  it('is not for pages of another origin', async () => {
    const response = await signOut({ ...(await session()), 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(403);
  });
});

describe('without a built app', () => {
  it('a browser is told how to build it, and the API works', async () => {
    const bare = await openTestApp({ webFolder: join(folder, 'nowhere') });
    const page = await bare.app.inject({ url: '/runs', headers: browser });
    const answer = await bare.get('/api/v1/runs');
    await bare.close();
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('npm start');
    expect(answer.status).toBe(200);
  });
});

describe('the docs', () => {
  it.each([
    ['/guide/', 'text/html; charset=utf-8', '<h1>Docs</h1>'],
    ['/guide/triggers', 'text/html; charset=utf-8', '<h1>Triggers</h1>'],
    ['/guide/decisions/001-first', 'text/html; charset=utf-8', '<h1>First</h1>'],
    ['/guide/search.json', 'application/json; charset=utf-8', '[]'],
  ])('have %s for everybody', async (url, type, body) => {
    const response = await get(url, browser);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe(type);
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    expect(response.body).toBe(body);
  });

  it('begin with their index', async () => {
    const { statusCode, headers } = await get('/guide', browser);
    expect([statusCode, headers.location]).toEqual([308, '/guide/']);
  });

  it.each(['nothing', 'private.txt', 'decisions%2f..%2f..%2fprivate.txt', 'images/nothing.png'])(
    'have no %s',
    async (name) => {
      const { statusCode, body } = await get(`/guide/${name}`, browser);
      expect(statusCode).toBe(404);
      expect(body).not.toContain('not for the web');
    },
  );
});
