import { z } from 'zod';
import { accessActions } from '../access/actions.ts';
import { keyModelLimitsSchema } from '../access/key-limits.ts';
import { rights, roles } from '../access/roles.ts';
import { userNameSchema } from '../base/user.ts';
import { instantSchema, jsonObjectSchema, listOf } from './values.ts';

const rolesSchema = z.array(z.enum(roles));
const mostMinutes = 7 * 24 * 60;
const mostDays = 3_650;

export const meSchema = z
  .object({
    name: z.string().describe('Your name in records, such as the `by` of a decision'),
    user: z.string().describe('The user of your requests that name no user'),
    roles: rolesSchema,
    groups: z.array(z.string()).describe('Your groups, by which `approvers` can name you'),
    rights: z.array(z.enum(rights)).describe('What you may do with this key or session'),
    actsForOthers: z.boolean().describe('Whether your requests may name another `user`'),
    tools: z.array(z.string()).nullable().describe('The only tools you may call. Null: any'),
    credential: z.enum(['installation key', 'key', 'session']),
  })
  .meta({ id: 'Me' });

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    user: z.string(),
    roles: rolesSchema
      .nullable()
      .describe('Its roles; it can do no more than its user. Null: all roles of the user'),
    tools: z.array(z.string()).nullable().describe('The only tools it may call. Null: any'),
    modelLimits: keyModelLimitsSchema
      .nullable()
      .describe('Its limits on models. A key with limits can only call models. Null: none'),
    tags: z.array(z.string()),
    createdBy: z.string(),
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable(),
    lastUsedAt: instantSchema.nullable().describe('Exact to the minute'),
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });
export const apiKeyListSchema = listOf(apiKeySchema, 'ApiKeyList');
export const newApiKeySchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100).describe('What it is for, such as `nightly research`'),
    user: userNameSchema.optional().describe('Whose key it is. Default: yourself'),
    roles: rolesSchema.min(1).optional().describe('Default: all roles of the user'),
    tools: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(500)
      .optional()
      .describe('The only tools it may call over the API and MCP. Default: any'),
    modelLimits: keyModelLimitsSchema
      .optional()
      .describe('Limits on models. A key with limits can only call models'),
    tags: z.array(z.string().trim().min(1).max(100)).max(20).optional(),
    expiresInDays: z.number().int().min(1).max(mostDays).optional().describe('Default: never'),
  })
  .meta({ id: 'NewApiKey' });
export const createdApiKeySchema = apiKeySchema
  .extend({ key: z.string().describe('The key. Store it now: it is not shown again') })
  .meta({ id: 'CreatedApiKey' });

export const sessionSchema = z
  .object({
    id: z.string(),
    user: z.string(),
    userAgent: z.string().nullable(),
    createdAt: instantSchema,
    lastSeenAt: instantSchema.describe('Exact to the minute'),
    expiresAt: instantSchema,
    current: z.boolean().describe('Whether it is the session of this request'),
  })
  .meta({ id: 'Session' });
export const sessionListSchema = listOf(sessionSchema, 'SessionList');

export const ownedQuery = z.object({
  user: userNameSchema.optional().describe('Default: everyone for an admin, else yourself'),
});

export const newSignInLinkSchema = z
  .strictObject({
    user: userNameSchema.optional().describe('Who signs in with it. Default: yourself'),
    expiresInMinutes: z.number().int().min(1).max(mostMinutes).default(60),
  })
  .meta({ id: 'NewSignInLink' });
export const signInLinkSchema = z
  .object({
    link: z.string().describe('Opens one session, once'),
    user: z.string(),
    expiresAt: instantSchema,
  })
  .meta({ id: 'SignInLink' });

export const newIdentitySchema = z
  .strictObject({
    issuer: z.url().describe('The provider, exactly as its ID tokens name it'),
    subject: z
      .string()
      .min(1)
      .max(255)
      .describe(
        'The `sub` of the person at the provider. The access log has the `sub` of refused sign-ins',
      ),
  })
  .meta({ id: 'NewIdentity' });
const remainingKeysSchema = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .describe('The API keys of the user that still work. Revoke the ones that someone else has');
export const identitySchema = newIdentitySchema
  .extend({ user: z.string(), keys: remainingKeysSchema })
  .meta({ id: 'Identity' });
export const removedIdentitySchema = z
  .object({ user: z.string(), keys: remainingKeysSchema })
  .meta({ id: 'RemovedIdentity' });

export const accessEventSchema = z
  .object({
    id: z.number().int(),
    at: instantSchema,
    by: z.string().nullable().describe('Who did it; null if nobody was signed in'),
    action: z.enum(accessActions),
    target: z.string().nullable(),
    detail: jsonObjectSchema,
    address: z.string().nullable().describe('The network address of the request'),
  })
  .meta({ id: 'AccessEvent' });
export const accessEventListSchema = z
  .object({ items: z.array(accessEventSchema), nextCursor: z.number().int().nullable() })
  .meta({ id: 'AccessEventList' });
export const accessEventQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().optional(),
  action: z.enum(accessActions).optional(),
  person: z.string().min(1).optional().describe('Who did it, or whom it was about'),
});
