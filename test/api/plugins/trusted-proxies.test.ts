import { describe, expect, it, onTestFinished } from 'vitest';
import { proxyEnvironment } from '../../../api/env.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { openTestApp } from '../support/app.ts';

const read = (environment: Record<string, string>) =>
  readEnvironment(proxyEnvironment, environment).BATON_TRUSTED_PROXIES;

/** The app behind proxies, asked from an address. */
async function openBehind(proxies: string) {
  const test = await openTestApp({ isTrustedProxy: read({ BATON_TRUSTED_PROXIES: proxies }) });
  onTestFinished(() => test.close());
  const guess = (remoteAddress: string, headers: Record<string, string>) =>
    test.app.inject({
      url: '/api/v1/me',
      remoteAddress,
      headers: { 'x-api-key': 'guess', ...headers },
    });
  return { test, guess };
}

describe('BATON_TRUSTED_PROXIES', () => {
  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['10.0.0.1', false],
    [undefined, false],
  ])('is this machine when left out: %s is %s', (address, isTrusted) => {
    expect(read({})(address)).toBe(isTrusted);
  });

  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['fd00::5', true],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['127.0.0.1', false],
  ])('lists addresses and ranges: %s is %s', (address, isTrusted) => {
    const isTrustedProxy = read({ BATON_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/64,192.0.2.7' });
    expect(isTrustedProxy(address)).toBe(isTrusted);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10', '10.0.0.1,,'])('refuses %s', (proxies) => {
    expect(() => read({ BATON_TRUSTED_PROXIES: proxies })).toThrow('BATON_TRUSTED_PROXIES: ');
  });
});

describe('BATON_PUBLIC_URL', () => {
  it.each(['baton.example', 'ftp://baton.example', 'https://baton.example/app'])(
    'refuses %s',
    (url) => {
      expect(() => readEnvironment(proxyEnvironment, { BATON_PUBLIC_URL: url })).toThrow(
        'https://baton.example.com',
      );
    },
  );
});

describe('an address', () => {
  it('is the one that a trusted proxy says: it alone is slowed down', async () => {
    const { test, guess } = await openBehind('10.0.0.0/8');
    const from = (client: string) => guess('10.0.0.1', { 'x-forwarded-for': client });
    for (let tried = 0; tried < 20; tried += 1) {
      expect((await from('192.0.2.1')).statusCode).toBe(401);
    }
    expect((await from('192.0.2.1')).statusCode).toBe(429);
    // What the client wrote itself stands before what the proxy added.
    expect((await from('192.0.2.9, 192.0.2.1')).statusCode).toBe(429);
    expect((await from('192.0.2.2')).statusCode).toBe(401);
    const { body } = await test.get('/api/v1/access-log');
    expect(body.items.at(-1)).toMatchObject({ action: 'sign-in.refused', address: '192.0.2.1' });
  });

  it('is not made up by others', async () => {
    const { test, guess } = await openBehind('10.0.0.0/8');
    const statuses = [];
    for (let tried = 0; tried < 21; tried += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${tried}` };
      statuses.push((await guess('203.0.113.5', headers)).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
    const { body } = await test.get('/api/v1/access-log');
    expect(body.items[0]).toMatchObject({ address: '203.0.113.5' });
  });
});

describe('X-Forwarded-Proto', () => {
  it.each([
    ['10.0.0.1', true],
    ['203.0.113.5', undefined],
  ])('from %s makes the cookie secure: %s', async (remoteAddress, secure) => {
    const { test } = await openBehind('10.0.0.0/8');
    const { body } = await test.post('/api/v1/sign-in-links', {});
    const { pathname, search } = new URL(body.link);
    const { cookies } = await test.app.inject({
      url: pathname + search,
      remoteAddress,
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(cookies).toHaveLength(1);
    expect(cookies[0]?.secure).toBe(secure);
  });
});
