import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { proxyEnvironment } from '../../../api/env.ts';
import { oidcEnvironment, oidcSettingsOf } from '../../../api/oidc/env.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { clientSecret, openProvider } from '../support/openid-provider.ts';
import type { Person } from '../support/openid-provider.ts';

const publicUrl = 'https://baton.example';
const environment = oidcEnvironment.extend(proxyEnvironment.shape);

let test: TestApp;
let provider: Awaited<ReturnType<typeof openProvider>>;

async function openApp(more: Record<string, string> = {}): Promise<TestApp> {
  const oidc = oidcSettingsOf(
    readEnvironment(environment, {
      BATON_PUBLIC_URL: publicUrl,
      BATON_OIDC_ISSUER: provider.issuer,
      BATON_OIDC_CLIENT_ID: 'baton',
      BATON_OIDC_CLIENT_SECRET: clientSecret,
      BATON_OIDC_NAME: 'Acme <SSO>',
      BATON_OIDC_ROLES: 'desk-traders=operator,approver;admins=admin',
      ...more,
    }),
  );
  return openTestApp({ oidc, publicUrl });
}

async function openOther(more: Record<string, string>): Promise<TestApp> {
  const other = await openApp(more);
  onTestFinished(() => other.close());
  return other;
}

beforeAll(async () => {
  provider = await openProvider(`${publicUrl}/sign-in/oidc/callback`);
  test = await openApp();
});
afterAll(async () => {
  await test.close();
  await provider.close();
});
afterEach(() => {
  Object.assign(provider.state, { tamper: undefined, hasWrongKey: false, answer: undefined });
});

const aPerson = (name: string, more: object = {}): Person => ({
  sub: `subject-of-${name}`,
  email: `${name}@desk.example`,
  email_verified: true,
  preferred_username: name,
  groups: ['desk-traders'],
  ...more,
});

/** A browser that begins to sign in. */
async function begin({ app }: TestApp, query = '', headers = {}) {
  const { cookies, headers: sent } = await app.inject({ url: `/sign-in/oidc${query}`, headers });
  const [cookie] = cookies;
  return { cookie, address: String(sent.location), kept: `${cookie?.name}=${cookie?.value}` };
}

/** What a browser gets that a person signs in with, from the button to the end. */
async function signIn(person: Person, at = test, query = '') {
  provider.state.person = person;
  const { kept, address } = await begin(at, query);
  const url = await provider.authorize(address);
  return comeBack(at, url, kept);
}

let browsers = 0;

/** From an address of its own, so that none is slowed down by others. */
async function comeBack(
  { app }: TestApp,
  url: string,
  cookie = '',
  remoteAddress = `192.0.2.${(browsers += 1)}`,
) {
  const answer = await app.inject({
    url,
    remoteAddress,
    headers: { cookie, accept: 'text/html' },
  });
  const session = answer.cookies.find(
    ({ name }) => name.includes('session') && !name.includes('oidc'),
  );
  return { answer, status: answer.statusCode, session };
}

async function me({ app }: TestApp, session: { name: string; value: string } | undefined) {
  const cookie = `${session?.name}=${session?.value}`;
  return (await app.inject({ url: '/api/v1/me', headers: { cookie } })).json();
}

/** The latest events of the access log. */
async function logged(at: TestApp, count: number) {
  const { body } = await at.get(`/api/v1/access-log?limit=${count}`);
  return body.items;
}

describe('the sign-in page', () => {
  it('has a button that leads to the provider from the public address', async () => {
    const { body } = await test.app.inject({ url: '/sign-in?next=%2Fapprovals' });
    expect(body).toContain('Sign in with Acme &#60;SSO&#62;');
    expect(body).toContain(`href="${publicUrl}/sign-in/oidc?next=%2Fapprovals"`);
    expect(body).toContain('name="key"');
  });

  it('sends the browser there with PKCE, a state and a nonce that it alone knows', async () => {
    const { cookie, address } = await begin(test, '', { host: '127.0.0.1:3000' });
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'baton',
      response_type: 'code',
      redirect_uri: `${publicUrl}/sign-in/oidc/callback`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 600 });
    expect(cookie?.name).toMatch(/^__Host-baton_session_[\da-f]{8}_oidc$/);
    expect((await begin(test)).address).not.toBe(address);
  });

  it('takes no redirect from the Host header', async () => {
    const open = await openTestApp({
      host: '0.0.0.0',
      publicUrl,
      oidc: oidcSettingsOf({
        ...readEnvironment(environment, {
          BATON_OIDC_ISSUER: provider.issuer,
          BATON_OIDC_CLIENT_ID: 'baton',
          BATON_OIDC_ROLES: '*=viewer',
          BATON_PUBLIC_URL: publicUrl,
        }),
      }),
    });
    onTestFinished(() => open.close());
    const { address } = await begin(open, '', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect(address).not.toContain('evil');
  });
});

describe('a person of the provider', () => {
  it('becomes a user with the roles of their groups, and signs in', async () => {
    const { answer, status, session } = await signIn(
      aPerson('Ann'),
      test,
      '?next=%2Fapprovals%3Fa',
    );
    expect(status).toBe(200);
    expect(answer.body).toContain('<meta http-equiv="refresh" content="0;url=/approvals?a">');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await me(test, session)).toMatchObject({
      name: 'ann@desk.example',
      roles: ['operator', 'approver'],
      credential: 'session',
    });
    const { body: user } = await test.get('/api/v1/users/ann%40desk.example');
    expect(user).toMatchObject({ plan: 'free', aiTrading: false });
    expect(await logged(test, 2)).toMatchObject([
      { action: 'sign-in', by: 'ann@desk.example', detail: { how: 'oidc' } },
      { action: 'user.changed', by: null, detail: { how: 'oidc' } },
    ]);
    // The flow is over.
    const flow = answer.cookies.find(({ name }) => name.endsWith('_oidc'));
    expect(flow).toMatchObject({ value: '' });
  });

  it('signs in without a secret of the client, by PKCE alone', async () => {
    const other = await openOther({
      BATON_OIDC_CLIENT_ID: 'baton-public',
      BATON_OIDC_CLIENT_SECRET: '',
    });
    const { session } = await signIn(aPerson('pat'), other);
    expect(await me(other, session)).toMatchObject({ name: 'pat@desk.example' });
  });

  it('stays who they are, whatever the provider calls them later', async () => {
    await signIn(aPerson('bea'));
    const { session } = await signIn(aPerson('bea', { email: 'bea.married@desk.example' }));
    expect(await me(test, session)).toMatchObject({ name: 'bea@desk.example' });
  });

  it('has the roles of today, and loses all that is open with the last one', async () => {
    await signIn(aPerson('cat', { groups: ['desk-traders', 'admins'] }));
    const { session } = await signIn(aPerson('cat', { groups: 'desk-traders' }));
    expect((await me(test, session)).roles).toEqual(['operator', 'approver']);
    const { status, answer } = await signIn(aPerson('cat', { groups: ['cleaners'] }));
    expect(status).toBe(403);
    expect(answer.body).toContain('cat@desk.example has no role here. Ask an admin');
    expect(await me(test, session)).toMatchObject({ status: 401 });
  });

  it('without a role cannot sign in, and nothing is stored', async () => {
    const { status, session } = await signIn(aPerson('dan', { groups: undefined }));
    expect([status, session]).toEqual([403, undefined]);
    expect(await test.services.users.get('dan@desk.example')).toBeUndefined();
    expect(await logged(test, 1)).toMatchObject([
      {
        action: 'sign-in.refused',
        by: null,
        detail: { what: 'oidc', reason: 'no-role', subject: 'subject-of-dan' },
      },
    ]);
  });

  it.each([false, undefined, 'false'])(
    'whose e-mail address is not verified cannot sign in: %s',
    async (verified) => {
      const person = aPerson('eve', { email_verified: verified });
      const { status, session, answer } = await signIn(person);
      expect([status, session]).toEqual([403, undefined]);
      expect(answer.body).toContain('has not verified your e-mail address');
    },
  );

  const claims = { email: 'liv@desk.example', email_verified: true, groups: ['admins'] };

  it('is known by claims in the ID token too', async () => {
    provider.state.tamper = (token) => ({ ...token, ...claims });
    const { session } = await signIn({ sub: 'subject-of-liv' });
    expect(await me(test, session)).toMatchObject({ name: 'liv@desk.example', roles: ['admin'] });
  });

  it('has the address that is verified: what verifies one says nothing of another', async () => {
    const other = { email: 'boss@desk.example', email_verified: undefined };
    provider.state.tamper = (token) => ({ ...token, ...other });
    const { session } = await signIn(aPerson('mia'));
    expect(await me(test, session)).toMatchObject({ name: 'mia@desk.example' });
    const { status } = await signIn(aPerson('noa', { email: undefined }));
    expect(status).toBe(403);
    expect(await test.services.users.get('boss@desk.example')).toBeUndefined();
  });

  it('does not become a user who is there', async () => {
    await test.ask('PUT', '/api/v1/users/fay%40desk.example', { payload: { roles: ['viewer'] } });
    const { status, session, answer } = await signIn(aPerson('fay', { groups: ['admins'] }));
    expect([status, session]).toEqual([403, undefined]);
    expect(answer.body).toContain('fay@desk.example is already in use');
    const { body } = await test.get('/api/v1/users/fay%40desk.example');
    expect(body.roles).toEqual(['viewer']);
  });

  it('becomes a user who is there where an admin says so', async () => {
    await test.ask('PUT', '/api/v1/users/gil', { payload: { roles: ['viewer'] } });
    const old = await test.visit('gil');
    const payload = { user: 'gil', name: 'nightly' };
    const { id } = (await test.ask('POST', '/api/v1/keys', { payload })).body;
    const keys = [{ id, name: 'nightly' }];
    const identity = { issuer: provider.issuer, subject: 'subject-of-gil' };
    const set = (user: string) =>
      test.ask('PUT', `/api/v1/users/${user}/identity`, { payload: identity });
    expect((await set('gil')).body).toEqual({ user: 'gil', ...identity, keys });
    const after = await test.app.inject({ url: '/api/v1/me', headers: old });
    expect(after.statusCode).toBe(401);
    expect(await logged(test, 1)).toMatchObject([{ action: 'identity.set', target: 'gil' }]);
    const told = await test.get('/api/v1/notifications?user=gil');
    expect(told.body.items).toMatchObject([
      {
        kind: 'identity-linked',
        runId: null,
        title: 'gil was linked to a single sign-on identity',
        text: expect.stringContaining(`operator linked it to subject-of-gil of ${provider.issuer}`),
      },
    ]);
    const { session } = await signIn(aPerson('gil'));
    expect(await me(test, session)).toMatchObject({ name: 'gil', roles: ['operator', 'approver'] });
    await test.ask('PUT', '/api/v1/users/ina', { payload: { roles: ['viewer'] } });
    expect((await set('ina')).status).toBe(409);
    expect((await test.get('/api/v1/notifications?user=ina')).body.items).toEqual([]);
    expect((await set('gil')).status).toBe(200);
    const admin = await test.visit('gil');
    const { statusCode } = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/users/ina/identity',
      headers: admin,
      payload: identity,
    });
    expect(statusCode).toBe(403);
  });

  it('is no user any more where an admin takes the person away', async () => {
    const { session } = await signIn(aPerson('uma'));
    const url = '/api/v1/users/uma%40desk.example/identity';
    expect((await test.ask('DELETE', url)).body).toEqual({ user: 'uma@desk.example', keys: [] });
    expect(await logged(test, 1)).toMatchObject([
      { action: 'identity.removed', detail: { subject: 'subject-of-uma' } },
    ]);
    const headers = { cookie: `${session?.name}=${session?.value}` };
    expect((await test.app.inject({ url: '/api/v1/me', headers })).statusCode).toBe(401);
    expect((await signIn(aPerson('uma'))).status).toBe(403);
    expect((await test.ask('DELETE', url)).status).toBe(404);
  });

  it('who is no installer is not made one by an admin', async () => {
    const { session } = await signIn(aPerson('jon', { groups: ['admins'] }));
    const { statusCode } = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/users/local/identity',
      headers: { cookie: `${session?.name}=${session?.value}`, 'sec-fetch-site': 'same-origin' },
      payload: { issuer: provider.issuer, subject: 'subject-of-jon' },
    });
    expect(statusCode).toBe(403);
  });

  it('does not become another person of the provider', async () => {
    await signIn(aPerson('gus'));
    const { status, session } = await signIn(aPerson('gus', { sub: 'subject-of-mallory' }));
    expect([status, session]).toEqual([403, undefined]);
    expect(await logged(test, 1)).toMatchObject([
      { detail: { reason: 'name-taken', subject: 'subject-of-mallory' } },
    ]);
  });

  it('does not become a user whom only runs know', async () => {
    await test.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
      user: 'hal@desk.example',
    });
    expect((await signIn(aPerson('hal'))).status).toBe(403);
  });

  it.each(['local', 'operator', 'Admin', 'app', '', 'a\nb'])(
    'does not become %j by a claim that they can choose',
    async (name) => {
      const other = await openOther({ BATON_OIDC_USER_CLAIM: 'preferred_username' });
      const { status, session } = await signIn(aPerson('ivy', { preferred_username: name }), other);
      expect([status, session]).toEqual([403, undefined]);
    },
  );
});

describe('a browser that comes back', () => {
  const refused = { status: 401, session: undefined };

  it('from a sign-in that it did not begin is refused', async () => {
    provider.state.person = aPerson('jan');
    const url = await provider.authorize((await begin(test)).address);
    expect(await comeBack(test, url)).toMatchObject(refused);
    const { kept } = await begin(test);
    const { answer, ...rest } = await comeBack(test, url, kept);
    expect(rest).toMatchObject(refused);
    expect(answer.body).toContain('was started in another browser');
    expect(await test.services.users.get('jan@desk.example')).toBeUndefined();
  });

  it('with another state is refused, and asks the provider nothing', async () => {
    const { kept, address } = await begin(test);
    const url = await provider.authorize(address);
    const asked = provider.state.requests;
    for (const state of [
      '',
      'made-up',
      new URL((await begin(test)).address).searchParams.get('state')!,
    ]) {
      const changed = new URL(url, publicUrl);
      changed.searchParams.set('state', state);
      const path = `${changed.pathname}${changed.search}`;
      expect(await comeBack(test, path, kept)).toMatchObject(refused);
    }
    expect(provider.state.requests).toBe(asked);
  });

  it('a second time is refused', async () => {
    provider.state.person = aPerson('kim');
    const { kept, address } = await begin(test);
    const url = await provider.authorize(address);
    expect((await comeBack(test, url, kept)).session).toBeDefined();
    expect(await comeBack(test, url, kept)).toMatchObject(refused);
    // Neither with another code for the same state.
    expect(await comeBack(test, await provider.authorize(address), kept)).toMatchObject(refused);
  });

  it('with a code that has expired is refused', async () => {
    const { kept, address } = await begin(test);
    const url = await provider.authorize(address);
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000);
    onTestFinished(() => now.mockRestore());
    expect(await comeBack(test, url, kept)).toMatchObject(refused);
  });

  it.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'baton-public' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end that has passed', { exp: 1 }],
  ])('with a token of %s is refused', async (_what, change) => {
    provider.state.tamper = (token) => ({ ...token, ...change });
    expect(await signIn(aPerson('lea'))).toMatchObject(refused);
    expect(await test.services.users.get('lea@desk.example')).toBeUndefined();
  });

  it('with a token that the provider did not sign is refused', async () => {
    provider.state.hasWrongKey = true;
    expect(await signIn(aPerson('lea'))).toMatchObject(refused);
  });

  it('with the provider’s refusal is refused', async () => {
    const { kept, address } = await begin(test);
    const { searchParams } = new URL(address);
    const query = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state')!,
      iss: provider.issuer,
    });
    const url = `/sign-in/oidc/callback?${query}`;
    expect(await comeBack(test, url, kept)).toMatchObject(refused);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'goes on to a path of ours alone, not to %s',
    async (next) => {
      const { answer } = await signIn(aPerson('max'), test, `?next=${encodeURIComponent(next)}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('content="0;url=/"');
      const { kept } = await begin(test);
      const [name] = kept.split('=');
      const [secret] = String(kept.split('=')[1]).split('.');
      const tossed = `${name}=${secret}.${Buffer.from(next).toString('base64url')}`;
      const { answer: page } = await comeBack(test, '/sign-in/oidc/callback?state=x', tossed);
      expect(page.body).toContain('name="next" value="/"');
      expect(page.body).not.toContain('evil');
    },
  );

  it('too often with what is wrong is slowed down, and on the access log twice', async () => {
    const other = await openOther({});
    const wrong = (tried: number) =>
      comeBack(other, `/sign-in/oidc/callback?state=${tried}`, '', '192.0.2.200');
    for (let tried = 0; tried < 20; tried += 1) expect((await wrong(tried)).status).toBe(401);
    expect((await wrong(20)).status).toBe(429);
    const events = await logged(other, 10);
    const reason = 'This browser did not start this sign-in.';
    expect(events).toMatchObject([
      { action: 'sign-in.refused', detail: { what: 'oidc', failures: 20, reason } },
      { action: 'sign-in.refused', detail: { what: 'oidc', failures: 1, reason } },
    ]);
  });
});

describe('a provider that is unavailable', () => {
  it('is named on the page, which takes a key all the same, and is asked again later', async () => {
    const other = await openOther({});
    for (const answer of [
      { status: 503, body: 'down' },
      { status: 200, body: 'x'.repeat(1_000_001) },
      { status: 200, body: '{"issuer":"https://evil.example"}' },
    ]) {
      provider.state.answer = answer;
      const page = await other.app.inject({ url: '/sign-in/oidc?next=%2Fcosts' });
      expect(page.statusCode).toBe(503);
      expect(page.body).toContain('Acme &#60;SSO&#62; does not respond.');
      expect(page.body).toContain('name="next" value="/costs"');
      expect(page.cookies).toEqual([]);
    }
    provider.state.answer = undefined;
    expect((await signIn(aPerson('ned'), other)).session).toBeDefined();
    const { body } = await other.post('/api/v1/sign-in-links', {});
    const { pathname, search } = new URL(body.link);
    expect((await other.app.inject({ url: pathname + search })).cookies).toHaveLength(1);
  });

  it('while the browser is there is named too', async () => {
    const { kept, address } = await begin(test);
    const url = await provider.authorize(address);
    provider.state.answer = { status: 502, body: '' };
    const { answer, session } = await comeBack(test, url, kept);
    expect([answer.statusCode, session]).toEqual([503, undefined]);
    expect(answer.body).toContain('does not respond');
  });
});
