import { describe, expect, it } from 'vitest';
import { proxyEnvironment } from '../../../api/env.ts';
import { oidcEnvironment, oidcSettingsOf } from '../../../api/oidc/env.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';

const environment = oidcEnvironment.extend(proxyEnvironment.shape);
const read = (given: Record<string, string>) => oidcSettingsOf(readEnvironment(environment, given));

const whole = {
  BATON_PUBLIC_URL: 'https://baton.example',
  BATON_OIDC_ISSUER: 'https://login.example/realms/desk',
  BATON_OIDC_CLIENT_ID: 'baton',
  BATON_OIDC_ROLES: 'CN=desk,OU=groups=operator, approver; admins=admin',
};

describe('the settings of OIDC', () => {
  it('are off without an issuer', () => {
    expect(read({ BATON_PUBLIC_URL: 'https://baton.example' })).toBeUndefined();
  });

  it('have defaults that are safe', () => {
    expect(read(whole)).toEqual({
      issuer: new URL('https://login.example/realms/desk'),
      clientId: 'baton',
      scopes: 'openid profile email',
      name: 'login.example',
      userClaim: 'email',
      rolesClaim: 'groups',
      groups: [
        { group: 'CN=desk,OU=groups', roles: ['operator', 'approver'] },
        { group: 'admins', roles: ['admin'] },
      ],
      redirectUri: 'https://baton.example/sign-in/oidc/callback',
    });
  });

  it('name all that are missing', () => {
    const missing = () => read({ BATON_OIDC_ISSUER: 'https://login.example' });
    expect(missing).toThrow(
      /BATON_OIDC_CLIENT_ID: .*\n.*BATON_OIDC_ROLES: .*\n.*BATON_PUBLIC_URL: /,
    );
  });

  it.each([
    [{ BATON_OIDC_ISSUER: '' }, 'BATON_OIDC_ISSUER: set it too'],
    [{ BATON_OIDC_ISSUER: 'login.example' }, 'BATON_OIDC_ISSUER: write an address'],
    [{ BATON_OIDC_ISSUER: 'http://login.example' }, 'BATON_OIDC_ISSUER: must begin with https://'],
    [{ BATON_PUBLIC_URL: 'http://baton.example' }, 'BATON_PUBLIC_URL: write where browsers find'],
    [{ BATON_OIDC_SCOPES: 'email' }, 'BATON_OIDC_SCOPES: must have the scope openid'],
    [{ BATON_OIDC_ROLES: 'desk' }, 'BATON_OIDC_ROLES: "desk" is not a group with roles'],
    [{ BATON_OIDC_ROLES: 'desk=opperator' }, 'did you mean operator?'],
  ])('say what is wrong: %o', (change, text) => {
    expect(() => read({ ...whole, ...change })).toThrow(text);
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'take %s, which is on this machine',
    (url) => {
      expect(read({ ...whole, BATON_OIDC_ISSUER: url, BATON_PUBLIC_URL: url })).toBeDefined();
    },
  );
});
