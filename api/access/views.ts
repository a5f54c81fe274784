import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { accessEventSchema, apiKeySchema, sessionSchema } from '../../contracts/api/access.ts';
import type { AccessEventRow } from '../../db/repositories/access/access-log.ts';
import type { ApiKeyRow } from '../../db/repositories/access/api-keys.ts';
import type { SessionRow } from '../../db/repositories/access/sessions.ts';

const instantOf = (date: Date | null) => date?.toISOString() ?? null;

/** A key without what opens anything. */
export function viewApiKey(row: ApiKeyRow): z.infer<typeof apiKeySchema> {
  const { id, name, user, roles, tools, modelLimits, tags, createdBy, createdAt } = row;
  return {
    id,
    name,
    user,
    roles,
    tools,
    modelLimits,
    tags,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: instantOf(row.expiresAt),
    lastUsedAt: instantOf(row.lastUsedAt),
    revokedAt: instantOf(row.revokedAt),
  };
}

export function viewSession(
  { id, user, userAgent, createdAt, lastSeenAt, expiresAt }: SessionRow,
  { principal }: Pick<FastifyRequest, 'principal'>,
): z.infer<typeof sessionSchema> {
  const credential = principal?.credential;
  return {
    id,
    user,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: credential?.kind === 'session' && credential.id === id,
  };
}

export function viewAccessEvent({
  at,
  ...event
}: AccessEventRow): z.infer<typeof accessEventSchema> {
  return { ...event, at: at.toISOString() };
}
