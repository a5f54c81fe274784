import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AccessAction } from '../../contracts/access/actions.ts';
import type { Role } from '../../contracts/access/roles.ts';
import type { KeyModelLimits } from '../../contracts/access/key-limits.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { time } from './columns.ts';

/** Keys of the API that people and services have, beside the key of the installation. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the key, hex: the key itself is shown once. */
    digest: text('digest').notNull().unique(),
    user: text('user').notNull(),
    name: text('name').notNull(),
    /** What the key may do of what its user may; null, all. */
    roles: jsonb('roles').$type<Role[]>(),
    /** The tools and pipelines that it may call, by name; null, any. */
    tools: jsonb('tools').$type<string[]>(),
    /** What it may spend on models, and how often; null, as much as its user may. */
    modelLimits: jsonb('model_limits').$type<KeyModelLimits>(),
    /** What costs can be added up by. */
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at'),
    /** Exact to the minute. */
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('api_keys_user').on(table.user)],
);

/** Whom the subjects of an OpenID provider are: each is one user, from the first sign-in on. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    /** The provider's own name for the person, which it never gives to another. */
    subject: text('subject').notNull(),
    user: text('user').notNull().unique(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** Browsers that are signed in. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the cookie's secret, hex. */
    digest: text('digest').notNull().unique(),
    user: text('user').notNull(),
    /** The API key that opened it, which ends it with itself. */
    keyId: text('key_id'),
    /** Who else made the link that opened it, and may have opened it themselves; null where nobody did. */
    madeBy: text('made_by'),
    userAgent: text('user_agent'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Exact to the minute. */
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [index('sessions_user').on(table.user)],
);

/** Codes of sign-in links: each opens one session, once. */
export const signInCodes = pgTable('sign_in_codes', {
  /** SHA-256 of the code, hex. */
  digest: text('digest').primaryKey(),
  user: text('user').notNull(),
  createdBy: text('created_by').notNull(),
  /** Whose the session is in truth, where it is not surely the user's: the other person who made the link. */
  madeBy: text('made_by'),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

/** Who signed in, and who changed what others may do. Rows are only ever added: the database refuses anything else. */
export const accessEvents = pgTable(
  'access_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull().defaultNow(),
    /** Whose credential it was; null where there was none. */
    by: text('by'),
    action: text('action').$type<AccessAction>().notNull(),
    /** What was changed, such as the name of a user or the id of a key. */
    target: text('target'),
    detail: jsonb('detail').$type<JsonObject>().notNull().default({}),
    /** The network address it came from. */
    address: text('address'),
  },
  (table) => [
    index('access_events_instructed')
      .on(table.target)
      .where(sql`${table.action} = 'run.instructed'`),
    index('access_events_decided')
      .on(table.target)
      .where(sql`${table.action} = 'approval.decided'`),
  ],
);
