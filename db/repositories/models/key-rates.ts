import { and, count, eq, gte, min, sql } from 'drizzle-orm';
import type { KeyModelLimits } from '../../../contracts/access/key-limits.ts';
import type { Database } from '../../open.ts';
import { apiKeys, gatewayCalls, modelCalls } from '../../schema/index.ts';

/** What a key may ask for within a minute. */
export type KeyRates = Pick<KeyModelLimits, 'requestsPerMinute' | 'tokensPerMinute'>;

const minuteMs = 60_000;

/** A key has asked for as much within a minute as it may. */
export class KeyLimitReached extends Error {
  override readonly name = 'KeyLimitReached';
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Lets a call of a key pass when its limits allow it; others of the same key wait until the transaction ends. A repeated
 * call passes: it was counted.
 * @throws {KeyLimitReached}
 */
export async function requireRate(
  tx: Database,
  { keyId, user, idempotencyKey }: { keyId: string; user: string; idempotencyKey: string | null },
  { requestsPerMinute, tokensPerMinute }: KeyRates,
): Promise<void> {
  await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, keyId)).for('update');
  if (idempotencyKey !== null) {
    const isSame = and(
      eq(gatewayCalls.user, user),
      eq(gatewayCalls.idempotencyKey, idempotencyKey),
    );
    const [same] = await tx.select({ id: gatewayCalls.id }).from(gatewayCalls).where(isSame);
    if (same) return;
  }
  const since = new Date(Date.now() - minuteMs);
  if (requestsPerMinute !== undefined) {
    const [asked] = await tx
      .select({ calls: count(), first: min(gatewayCalls.createdAt) })
      .from(gatewayCalls)
      .where(and(eq(gatewayCalls.keyId, keyId), gte(gatewayCalls.createdAt, since)));
    if ((asked?.calls ?? 0) >= requestsPerMinute) {
      throw reached(`${requestsPerMinute} requests`, asked?.first);
    }
  }
  if (tokensPerMinute === undefined) return;
  const tokens = sql<number>`coalesce(sum(${modelCalls.inputTokens} + ${modelCalls.outputTokens}), 0)`;
  const [used] = await tx
    .select({ tokens: tokens.mapWith(Number), first: min(modelCalls.at) })
    .from(modelCalls)
    .where(and(eq(modelCalls.keyId, keyId), gte(modelCalls.at, since)));
  if ((used?.tokens ?? 0) >= tokensPerMinute)
    throw reached(`${tokensPerMinute} tokens`, used?.first);
}

function reached(limit: string, first: Date | null | undefined): KeyLimitReached {
  const waitMs = Math.max(1_000, (first?.getTime() ?? Date.now()) + minuteMs - Date.now());
  const seconds = Math.ceil(waitMs / 1_000);
  return new KeyLimitReached(
    `This key is limited to ${limit} a minute. Send the request again in ${seconds} seconds.`,
    waitMs,
  );
}
