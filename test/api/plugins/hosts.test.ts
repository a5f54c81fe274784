import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;

const statusFor = async (host: string): Promise<number> =>
  (await test.app.inject({ url: '/health', headers: { host } })).statusCode;

describe('a server of this machine alone', () => {
  beforeAll(async () => {
    test = await openTestApp({ host: '127.0.0.1' });
  });
  afterAll(() => test.close());

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])(
    'answers to %s',
    async (host) => {
      expect(await statusFor(host)).toBe(200);
    },
  );

  it.each(['evil.example:3000', '127.0.0.1.evil.example', '192.168.1.4:3000'])(
    'does not answer to %s, whatever that points to',
    async (host) => {
      expect(await statusFor(host)).toBe(403);
    },
  );

  it('does not answer to a page that forwards a name itself', async () => {
    const headers = { host: 'evil.example:3000', 'x-forwarded-host': 'localhost' };
    expect((await test.app.inject({ url: '/health', headers })).statusCode).toBe(403);
  });
});

describe('a server of this machine behind a proxy', () => {
  it('answers to the name of its public address, and makes links to it', async () => {
    test = await openTestApp({ host: '127.0.0.1', publicUrl: 'https://baton.example' });
    onTestFinished(() => test.close());
    expect(await statusFor('baton.example')).toBe(200);
    expect(await statusFor('evil.example')).toBe(403);
    const { body } = await test.post('/api/v1/sign-in-links', {});
    expect(body.link).toMatch(/^https:\/\/baton\.example\/\?code=/);
  });
});

it('a name that is not this machine leaves a line in the access log', async () => {
  test = await openTestApp({ host: '127.0.0.1' });
  onTestFinished(() => test.close());
  await statusFor('evil.test:3000');
  await statusFor('evil.test:3000');
  const { body } = await test.get('/api/v1/access-log');
  expect(body.items).toMatchObject([
    { by: null, action: 'request.refused', detail: { why: 'host', from: 'evil.test' } },
  ]);
});

describe('a server for others', () => {
  beforeAll(async () => {
    test = await openTestApp({ host: '0.0.0.0' });
  });
  afterAll(() => test.close());

  it('answers to any name', async () => {
    expect(await statusFor('baton.example')).toBe(200);
  });
});
