import type { ClientAuth, Configuration } from 'openid-client';
import { boundedFetch, ProviderAway } from './bounded-fetch.ts';
import type { OidcSettings } from './env.ts';
import type { Flow } from './flow.ts';

/** What came back from the provider is no sign-in that was asked for, or is none any more. */
export class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer';
}

/** What a provider says of a person. */
export type Claims = { iss: string; sub: string } & Record<string, unknown>;

const timeoutSeconds = 10;

/**
 * An OpenID provider. The library that speaks to it is loaded, and the provider asked about itself, at the first sign-in.
 * All functions throw {@link ProviderAway} where the provider does not answer.
 */
export function createProvider(settings: OidcSettings) {
  const { clientId, clientSecret, redirectUri, scopes } = settings;
  const load = () => import('openid-client');
  let discovered: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const client = await load();
    /** By the method that the provider takes; one that does not say takes basic authentication. */
    const withSecret: ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const isBasic = methods.includes('client_secret_basic');
      const authenticate = isBasic ? client.ClientSecretBasic : client.ClientSecretPost;
      return authenticate(clientSecret)(server, ...rest);
    };
    return client.discovery(
      settings.issuer,
      clientId,
      undefined,
      clientSecret === undefined ? client.None() : withSecret,
      {
        timeout: timeoutSeconds,
        [client.customFetch]: (url, init) => boundedFetch(url, init as RequestInit),
        // `boundedFetch` refuses what is not safe. The signature of tokens is checked too.
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      },
    );
  }

  async function configuration(): Promise<Configuration> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw awayIn(error) ?? new ProviderAway((error as Error).message, { cause: error });
    }
  }

  return {
    /** Makes sure that the provider answers and is who it is set to be. */
    async check(): Promise<void> {
      await configuration();
    },

    /** Where the browser signs in. */
    async authorizationUrl({ state, nonce, codeVerifier }: Flow): Promise<URL> {
      const client = await load();
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    /**
     * What the provider says of the person whose browser it sent back.
     * @param query of the address that the browser came back to.
     * @throws {InvalidAnswer}
     */
    async claims(query: string, flow: Flow): Promise<Claims> {
      const client = await load();
      const server = await configuration();
      const checks = {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      };
      try {
        const answer = new URL(`${redirectUri}${query}`);
        const tokens = await client.authorizationCodeGrant(server, answer, checks);
        const said = tokens.claims();
        if (!said) throw new InvalidAnswer('The provider sent no ID token.');
        if (hasAll(said) || !server.serverMetadata().userinfo_endpoint) return said;
        const info = await client.fetchUserInfo(server, tokens.access_token, said.sub);
        return merged(said, info);
      } catch (error) {
        if (error instanceof InvalidAnswer) throw error;
        throw awayIn(error) ?? new InvalidAnswer((error as Error).message, { cause: error });
      }
    },
  };

  function hasAll(claims: Claims): boolean {
    const named = [settings.userClaim, settings.rolesClaim];
    const needed = named.includes('email') ? [...named, 'email_verified'] : named;
    return needed.every((name) => claims[name] !== undefined);
  }
}

/** An address and whether it is verified come from one place: only together they say something. */
function merged(token: Claims, info: Record<string, unknown>): Claims {
  const { email, email_verified } = 'email' in info ? info : token;
  return { ...info, ...token, email, email_verified };
}

/** The library wraps what its requests throw. */
function awayIn(error: unknown): ProviderAway | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ProviderAway) return each;
  }
  return undefined;
}
