import { z } from 'zod';
import { roles as roleNames } from '../../contracts/access/roles.ts';
import type { Role } from '../../contracts/access/roles.ts';
import { nearest } from '../../contracts/base/nearest.ts';
import { invalidEnvironment } from '../../contracts/base/read-environment.ts';
import { callbackPath } from './paths.ts';

/** Which roles a value of the claim of groups gives; `*` is everyone whom the provider signs in. */
export type GroupRoles = { group: string; roles: Role[] };

export type OidcSettings = {
  issuer: URL;
  clientId: string;
  /** Left out for a public client, which PKCE alone protects. */
  clientSecret?: string;
  scopes: string;
  /** As the sign-in page names the provider. */
  name: string;
  /** The claim that names a new user. */
  userClaim: string;
  rolesClaim: string;
  groups: GroupRoles[];
  redirectUri: string;
};

const rolesForm = 'write groups and their roles such as engineers=operator,approver;admins=admin';

/** Whether nobody between us and a server can read or change what is sent. */
export function isSafeUrl({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const groupRoles = z.string().transform((text, context): GroupRoles[] =>
  text
    .split(';')
    .filter((entry) => entry.trim())
    .map((entry) => {
      // Names of groups, such as those of LDAP, can have an equals sign themselves.
      const end = entry.lastIndexOf('=');
      const group = entry.slice(0, Math.max(0, end)).trim();
      const roles = entry
        .slice(end + 1)
        .split(',')
        .map((role) => role.trim());
      const wrong = roles.find((role) => !isRole(role));
      if (group === '') problem(`"${entry.trim()}" is not a group with roles; ${rolesForm}`);
      else if (wrong !== undefined) problem(`role "${wrong}" not found; ${fixOfRole(wrong)}`);
      return { group, roles: roles.filter(isRole) };

      function problem(message: string): void {
        context.addIssue({ code: 'custom', message });
      }
    }),
);

function isRole(name: string): name is Role {
  return (roleNames as readonly string[]).includes(name);
}

function fixOfRole(wrong: string): string {
  const near = nearest(wrong, roleNames);
  return near ? `did you mean ${near}?` : `the roles are ${roleNames.join(', ')}`;
}

/** Single sign-on with an OpenID provider; off without an issuer. */
export const oidcEnvironment = z.object({
  BATON_OIDC_ISSUER: z
    .url({ error: 'write an address such as https://login.example.com', abort: true })
    .transform((text) => new URL(text))
    .refine(isSafeUrl, 'must begin with https://; http:// only on this machine')
    .optional(),
  BATON_OIDC_CLIENT_ID: z.string().optional(),
  BATON_OIDC_CLIENT_SECRET: z.string().optional(),
  BATON_OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), 'must have the scope openid')
    .default('openid profile email'),
  /** As the sign-in page names the provider; left out, by its host. */
  BATON_OIDC_NAME: z.string().max(60, 'use at most 60 characters').optional(),
  /** The claim that names a new user; an e-mail address counts only when the provider has verified it. */
  BATON_OIDC_USER_CLAIM: z.string().default('email'),
  /** The claim that has the groups of a person, as a text or a list. */
  BATON_OIDC_ROLES_CLAIM: z.string().default('groups'),
  BATON_OIDC_ROLES: groupRoles.optional(),
});

type Environment = z.output<typeof oidcEnvironment> & { BATON_PUBLIC_URL?: string | undefined };

/**
 * The settings of the provider; undefined where none is set.
 * @throws {EnvironmentProblem} that names each setting which is missing.
 */
export function oidcSettingsOf(environment: Environment): OidcSettings | undefined {
  const {
    BATON_OIDC_ISSUER: issuer,
    BATON_OIDC_CLIENT_ID: clientId,
    BATON_OIDC_CLIENT_SECRET: clientSecret,
    BATON_OIDC_ROLES: groups,
    BATON_PUBLIC_URL: publicUrl,
  } = environment;
  if (!issuer) {
    if (clientId === undefined && clientSecret === undefined && !groups) return undefined;
    const problem = 'BATON_OIDC_ISSUER: set it too, such as https://login.example.com';
    throw invalidEnvironment([problem]);
  }
  if (clientId === undefined || !groups?.length || !isSafe(publicUrl)) {
    const missing = [
      clientId === undefined && 'BATON_OIDC_CLIENT_ID: write the id of the client at the provider',
      !groups?.length && `BATON_OIDC_ROLES: ${rolesForm}`,
      !isSafe(publicUrl) &&
        'BATON_PUBLIC_URL: write where browsers find Baton, such as https://baton.example.com; http:// only on this machine',
    ];
    throw invalidEnvironment(missing.filter((problem) => problem !== false));
  }
  return {
    issuer,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    scopes: environment.BATON_OIDC_SCOPES,
    name: environment.BATON_OIDC_NAME ?? issuer.host,
    userClaim: environment.BATON_OIDC_USER_CLAIM,
    rolesClaim: environment.BATON_OIDC_ROLES_CLAIM,
    groups,
    redirectUri: `${publicUrl}${callbackPath}`,
  };
}

function isSafe(url: string | undefined): url is string {
  return url !== undefined && isSafeUrl(new URL(url));
}
