import { and, eq, getTableColumns, lt } from 'drizzle-orm';
import type { CallProgress, GatewayFailure } from '../../../contracts/models/gateway-call.ts';
import { builtOnce } from '../../built-once.ts';
import type { Database } from '../../open.ts';
import { gatewayCalls } from '../../schema/index.ts';
import { bookingValues, settling } from './budgets.ts';
import { requireRate } from './key-rates.ts';
import type { KeyRates } from './key-rates.ts';
import type { Booking, BookingValues } from './budgets.ts';
import { dailyBudgetsOf } from './daily-budgets.ts';
import type { DailyBudget } from './daily-budgets.ts';

export type GatewayCallRow = typeof gatewayCalls.$inferSelect;
export type NewGatewayCall = Pick<
  GatewayCallRow,
  'id' | 'kind' | 'user' | 'idempotencyKey' | 'requestHash' | 'request'
> & { keyId?: string };

/** A call whose first attempt begins, with the daily budgets that it is charged to then. */
export type BegunCall = GatewayCallRow & { dailyBudgets?: DailyBudget[] };

/** A call without what it asks, which may be long. */
const statusColumns = {
  id: gatewayCalls.id,
  status: gatewayCalls.status,
  requestHash: gatewayCalls.requestHash,
  response: gatewayCalls.response,
  error: gatewayCalls.error,
};
/** An answer, with what it cost. */
type Completion = Partial<BookingValues> & {
  callId: string;
  response: NonNullable<GatewayCallRow['response']>;
  endedAt: Date;
};
export type CallStatus = Pick<GatewayCallRow, keyof typeof statusColumns>;

/** Reads and writes what the gateway was asked, and what it answered. */
export function gatewayCallRepository(db: Database) {
  const isPending = (id: string) =>
    and(eq(gatewayCalls.id, id), eq(gatewayCalls.status, 'pending'));

  const begin = builtOnce(({ id, progress }: { id: string; progress: CallProgress }) =>
    db
      .update(gatewayCalls)
      .set({ progress })
      .where(isPending(id))
      .returning({
        ...getTableColumns(gatewayCalls),
        dailyBudgets: dailyBudgetsOf(gatewayCalls.user),
      }),
  );

  const complete = builtOnce(({ callId, response, endedAt, ...booked }: Completion) =>
    db
      .with(...(booked.cost === undefined ? [] : settling(db, booked as BookingValues)))
      .update(gatewayCalls)
      .set({ status: 'completed', response, error: null, endedAt })
      .where(eq(gatewayCalls.id, callId)),
  );

  return {
    /**
     * Stores a call. Where the user has one under the same key already, that one is given instead.
     * @param limits of the API key that asks.
     * @throws {KeyLimitReached}
     */
    async claim(call: NewGatewayCall, limits?: KeyRates): Promise<CallStatus> {
      const { keyId } = call;
      if (keyId === undefined || !limits) return claimOne(db, call);
      return db.transaction(async (tx) => {
        await requireRate(tx, { ...call, keyId }, limits);
        return claimOne(tx, call);
      });
    },

    async status(id: string): Promise<CallStatus | undefined> {
      const [row] = await db
        .select(statusColumns)
        .from(gatewayCalls)
        .where(eq(gatewayCalls.id, id));
      return row;
    },

    /**
     * Notes that the first attempt at a call has begun.
     * @returns undefined where there is no such call, or where it has ended.
     */
    async begin(id: string, progress: CallProgress): Promise<BegunCall | undefined> {
      const [row] = await begin({ id, progress });
      return row;
    },

    async get(id: string): Promise<GatewayCallRow | undefined> {
      const [row] = await db.select().from(gatewayCalls).where(eq(gatewayCalls.id, id));
      return row;
    },

    /** Makes a failed call one that is still to be answered; one that did not fail stays as it is. */
    async reopen(id: string) {
      await db
        .update(gatewayCalls)
        .set({ status: 'pending', error: null, endedAt: null })
        .where(and(eq(gatewayCalls.id, id), eq(gatewayCalls.status, 'failed')));
    },

    /**
     * Stores an answer. It counts more than an earlier failure: it was paid for.
     * @param booking what it cost, booked in the same statement.
     */
    async complete(
      id: string,
      response: NonNullable<GatewayCallRow['response']>,
      booking?: Booking,
    ) {
      const booked = booking && bookingValues(booking);
      await complete({ ...booked, callId: id, response, endedAt: new Date() });
    },

    /** Stores why there is no answer; a call that ended stays as it is. */
    async fail(id: string, error: GatewayFailure) {
      await db
        .update(gatewayCalls)
        .set({ status: 'failed', error, endedAt: new Date() })
        .where(isPending(id));
    },

    /** Stores how far a call's activity has come. */
    async noteProgress(id: string, progress: CallProgress) {
      await db.update(gatewayCalls).set({ progress }).where(eq(gatewayCalls.id, id));
    },

    /** Forgets what memories answered and ended before a time: it may hold what was forgotten since. */
    async forgetMemoryAnswers(before: Date) {
      await db
        .delete(gatewayCalls)
        .where(and(eq(gatewayCalls.kind, 'memory'), lt(gatewayCalls.endedAt, before)));
    },

    /** Forgets the calls from before a time; gives how many there were. */
    async prune(before: Date): Promise<number> {
      const gone = await db
        .delete(gatewayCalls)
        .where(lt(gatewayCalls.createdAt, before))
        .returning({ id: gatewayCalls.id });
      return gone.length;
    },
  };
}

/** Stores a call, or gives the one that its user has under the same key. */
async function claimOne(db: Database, call: NewGatewayCall): Promise<CallStatus> {
  for (;;) {
    const [stored] = await db
      .insert(gatewayCalls)
      .values({ ...call, status: 'pending' })
      .onConflictDoNothing()
      .returning(statusColumns);
    if (stored) return stored;
    const [earlier] = await db
      .select(statusColumns)
      .from(gatewayCalls)
      .where(
        and(
          eq(gatewayCalls.user, call.user),
          eq(gatewayCalls.idempotencyKey, call.idempotencyKey ?? ''),
        ),
      );
    // It was pruned in between: the key is free again.
    if (earlier) return earlier;
  }
}

export type GatewayCallRepository = ReturnType<typeof gatewayCallRepository>;
