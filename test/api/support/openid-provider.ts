import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenIdProvider from 'oidc-provider';

export type Person = { sub: string } & Record<string, unknown>;
type Token = Record<string, unknown>;

export const clientSecret = 'a-secret-of-the-client-for-tests';

/** A certified OpenID provider on loopback, where `person` is signed in, and `tamper` changes the ID tokens it sends. */
export async function openProvider(redirectUri: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const wrong = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const kid = 'test';
  const server = createServer((asked, answer) => {
    state.requests += 1;
    if (state.answer) return void answer.writeHead(state.answer.status).end(state.answer.body);
    if (!asked.url?.startsWith('/interaction/')) return void provider.callback()(asked, answer);
    if (state.asks && !asked.url.endsWith('?yes')) {
      return void answer.setHeader('content-type', 'text/html').end('<a href="?yes">Continue</a>');
    }
    const login = { accountId: state.person.sub };
    void provider.interactionFinished(asked, answer, { login });
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = {
    person: { sub: 'subject-of-ann' } as Person,
    tamper: undefined as ((token: Token) => Token) | undefined,
    hasWrongKey: false,
    /** Whether a page asks the person before the browser goes on. */
    asks: false,
    /** In place of every answer. */
    answer: undefined as { status: number; body: string } | undefined,
    requests: 0,
  };
  const scopes = 'openid profile email';
  const provider = new OpenIdProvider(issuer, {
    clients: [
      { client_id: 'baton', client_secret: clientSecret, redirect_uris: [redirectUri] },
      {
        client_id: 'baton-public',
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a-key-for-tests-only'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'groups'],
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...state.person, sub }),
    }),
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({
        clientId: client!.clientId,
        accountId: session!.accountId!,
      });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (!body?.id_token || (!state.tamper && !state.hasWrongKey)) return;
    const [head, payload = ''] = body.id_token.split('.');
    const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Token;
    const changed = Buffer.from(JSON.stringify(state.tamper?.(token) ?? token));
    const signed = `${head}.${changed.toString('base64url')}`;
    const key = state.hasWrongKey ? wrong : privateKey;
    const signature = createSign('RSA-SHA256').update(signed).sign(key, 'base64url');
    context.body = { ...body, id_token: `${signed}.${signature}` };
  });

  return {
    issuer,
    state,
    /** Signs `person` in with a browser of its own. @returns the path at Baton that it is sent back to. */
    async authorize(address: string): Promise<string> {
      const jar = new Map<string, string>();
      for (let url = address; ;) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        await answer.text();
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider answered ${answer.status}`);
        const next = new URL(location, url);
        if (next.href.startsWith(redirectUri)) return `${next.pathname}${next.search}`;
        url = next.href;
      }
    },
    async close() {
      const { promise, resolve: closed } = Promise.withResolvers<void>();
      server.close(() => closed());
      server.closeAllConnections();
      await promise;
    },
  };
}
