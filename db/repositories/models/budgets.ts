import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { builtOnce } from '../../built-once.ts';
import type { Database } from '../../open.ts';
import { budgetAccounts, budgetReservations, modelCalls } from '../../schema/index.ts';
import {
  accountStates,
  deleteReservation,
  giveBack,
  lockAccounts,
  lockReservation,
} from './budget-rows.ts';
import type { AccountState } from './budget-rows.ts';
import { hold, openReservation } from './hold-budgets.ts';
import type { ReservationRequest } from './hold-budgets.ts';
import type { NewModelCall } from './model-calls.ts';

/** A call to be booked, and the accounts that its cost is charged to. */
export type Booking = { call: NewModelCall; accounts: readonly string[] };

/** The values of `settling`: those of the call, and what is charged. */
export type BookingValues = NewModelCall & { cost: string; charged: readonly string[] };

export function bookingValues({ call, accounts }: Booking): BookingValues {
  const cost = call.costUsd ?? '0';
  return { ...call, cost, charged: Number(cost) > 0 ? accounts : [] };
}

/**
 * What books a call, as parts of a statement: they take away what it had set aside, book it where it is not booked yet,
 * and change the accounts.
 */
export function settling(db: Database, { cost, charged, ...call }: BookingValues) {
  const { callId, accounts: heldIn, amountUsd } = budgetReservations;
  const reservation = db
    .$with('reservation')
    .as(db.delete(budgetReservations).where(eq(callId, call.id)).returning({ heldIn, amountUsd }));
  const booked = db
    .$with('booked')
    .as(db.insert(modelCalls).values(call).onConflictDoNothing().returning({ id: modelCalls.id }));
  // What changes in each account, sorted before the first of them is locked.
  const changes = sql`
    select account, max(spent), min(reserved), 0, '[]'::jsonb
    from (
      select unnest(${sql.param(charged)}::text[]) as account, ${cost}::numeric as spent, 0 as reserved
      from ${booked}
      union all
      select jsonb_array_elements_text(accounts),
        case when exists (select from ${booked}) then ${cost}::numeric else 0 end,
        -amount_usd
      from ${reservation}
    ) as changes
    group by account
    order by account collate "C"`;
  const { account, spentUsd, reservedUsd } = budgetAccounts;
  const changed = db.$with('changed').as(
    db
      .insert(budgetAccounts)
      .select(changes)
      .onConflictDoUpdate({
        target: account,
        set: {
          spentUsd: sql`${spentUsd} + excluded.spent_usd`,
          reservedUsd: sql`${reservedUsd} + excluded.reserved_usd`,
        },
      })
      .returning({ account }),
  );
  return [reservation, booked, changed] as const;
}

/**
 * The accounts of budgets. Every change is one transaction, or one statement, that locks first the call's reservation and
 * then the rows of its accounts in the order of their names, so that two changes never wait for each other in a circle.
 */
export function budgetRepository(db: Database) {
  const settle = builtOnce((given: BookingValues) => {
    const parts = settling(db, given);
    return db
      .with(...parts)
      .select()
      .from(parts[2]);
  });

  return {
    /**
     * Sets money aside for a call. What the same call had set aside before, in a process that may have died, is
     * given back first.
     * @param choose gives the amount as decimal text, or undefined for none, by the state of every account without this
     * call. It is called again where another call has changed one of them meanwhile; the last time counts.
     * @returns what `choose` gave.
     */
    async reserve(
      request: ReservationRequest,
      choose: (states: AccountState[]) => string | undefined,
    ): Promise<string | undefined> {
      const { callId, runId } = request;
      const states = await openReservation(db, request);
      const chosen = states && choose(states);
      if (
        chosen !== undefined &&
        (await hold(db, request, { states: states!, amountUsd: chosen }))
      ) {
        return chosen;
      }
      // Rarely: the call or an account was in use, an account is new, or nothing may be set aside.
      return db.transaction(async (tx) => {
        const empty = { callId, runId, accounts: [], amountUsd: '0' };
        await tx.insert(budgetReservations).values(empty).onConflictDoNothing();
        const earlier = await lockReservation(tx, callId);
        await lockAccounts(tx, [...request.accounts, ...(earlier?.accounts ?? [])]);
        if (earlier) await giveBack(tx, earlier);
        const amountUsd = choose(await accountStates(tx, request.accounts));
        if (amountUsd === undefined) {
          await deleteReservation(tx, callId);
          return undefined;
        }
        const accounts = [...new Set(request.accounts)];
        await tx
          .update(budgetReservations)
          .set({ runId: runId ?? null, accounts, amountUsd, createdAt: new Date() })
          .where(eq(budgetReservations.callId, callId));
        await tx
          .update(budgetAccounts)
          .set({ reservedUsd: sql`${budgetAccounts.reservedUsd} + ${amountUsd}::numeric` })
          .where(inArray(budgetAccounts.account, accounts));
        return amountUsd;
      });
    },

    /**
     * Books a call that was answered, gives back what it had set aside, and charges its cost to the accounts: all
     * of it or nothing. A call that was booked before is not charged again.
     * @param accounts charged, beside those in which money was set aside.
     */
    async settle(call: NewModelCall, accounts: readonly string[]): Promise<void> {
      await settle(bookingValues({ call, accounts }));
    },

    /** Gives back what a call had set aside; one that has nothing set aside is left as it is. */
    release: (callId: string) => release(db, callId),

    /** Gives back what is still set aside for calls of a run that has ended. */
    async releaseRun(runId: string): Promise<void> {
      await releaseEach(db, eq(budgetReservations.runId, runId));
    },

    /** Gives back what was set aside before an instant, by calls that must have died since. */
    async releaseBefore(instant: Date): Promise<void> {
      await releaseEach(db, lt(budgetReservations.createdAt, instant));
    },

    /**
     * Allows an account more than its limit.
     * @param byUsd in US dollars, as a number or decimal text.
     * @param key the same when it is done again, such as the id of the approval: it then changes nothing.
     */
    async raise(account: string, byUsd: number | string, key: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockAccounts(tx, [account]);
        await tx
          .update(budgetAccounts)
          .set({
            extraUsd: sql`${budgetAccounts.extraUsd} + ${String(byUsd)}::numeric`,
            raises: sql`${budgetAccounts.raises} || to_jsonb(${key}::text)`,
          })
          .where(
            and(
              eq(budgetAccounts.account, account),
              sql`not ${budgetAccounts.raises} @> to_jsonb(${key}::text)`,
            ),
          );
      });
    },

    /** The state of each account, zeros for one that nothing was charged to. */
    states: (accounts: readonly string[]) => accountStates(db, accounts),
  };
}

export type BudgetRepository = ReturnType<typeof budgetRepository>;

async function release(db: Database, callId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const reservation = await lockReservation(tx, callId);
    if (!reservation) return;
    await lockAccounts(tx, reservation.accounts);
    await giveBack(tx, reservation);
    await deleteReservation(tx, callId);
  });
}

/** One transaction a call: none holds the locks of several. */
async function releaseEach(db: Database, which: ReturnType<typeof eq>): Promise<void> {
  const rows = await db
    .select({ callId: budgetReservations.callId })
    .from(budgetReservations)
    .where(which);
  for (const { callId } of rows) await release(db, callId);
}
