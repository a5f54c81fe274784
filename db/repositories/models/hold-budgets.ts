import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { budgetAccounts, budgetReservations } from '../../schema/index.ts';
import { stateColumns } from './budget-rows.ts';
import type { AccountState } from './budget-rows.ts';

/** Whose call sets money aside, and in which accounts. */
export type ReservationRequest = { callId: string; runId?: string; accounts: readonly string[] };

/**
 * Begins a reservation that holds nothing yet, in one statement.
 * @returns the states of its accounts; undefined where the call has a reservation already, or an account is new.
 */
export async function openReservation(
  db: Database,
  { callId, runId, accounts }: ReservationRequest,
): Promise<AccountState[] | undefined> {
  if (accounts.length === 0) return undefined;
  const empty = { callId, runId, accounts: [], amountUsd: '0' };
  const { callId: id } = budgetReservations;
  const opened = db
    .$with('opened')
    .as(db.insert(budgetReservations).values(empty).onConflictDoNothing().returning({ id }));
  const rows = await db
    .with(opened)
    .select(stateColumns)
    .from(budgetAccounts)
    .where(and(inArray(budgetAccounts.account, [...accounts]), exists(db.select().from(opened))));
  const found = new Map(rows.map((row) => [row.account, row]));
  const states = accounts.flatMap((account) => found.get(account) ?? []);
  return states.length === accounts.length ? states : undefined;
}

/**
 * Has a reservation that holds nothing hold an amount in each of its accounts, in one statement: where none of them has
 * changed since its state was read. It locks the reservation and then the accounts in the order of their names.
 * @returns whether it holds that now.
 */
export async function hold(
  db: Database,
  { callId, runId, accounts }: ReservationRequest,
  { states, amountUsd }: { states: readonly AccountState[]; amountUsd: string },
): Promise<boolean> {
  const names = [...new Set(accounts)];
  const { account, spentUsd, reservedUsd, extraUsd } = budgetAccounts;
  const { callId: id, amountUsd: held } = budgetReservations;
  const reservation = db.$with('reservation').as(
    db
      .select({ id })
      .from(budgetReservations)
      .where(and(eq(id, callId), eq(held, '0')))
      .for('update'),
  );
  const locked = db.$with('locked').as(
    db
      .select({ account, spentUsd, reservedUsd, extraUsd })
      .from(budgetAccounts)
      .where(and(inArray(account, names), exists(db.select().from(reservation))))
      .orderBy(asc(sql`${account} collate "C"`))
      .for('update'),
  );
  const column = (name: keyof AccountState) => sql.param(states.map((state) => state[name]));
  const unchanged = sql`
    select count(distinct account) from ${locked}
    join unnest(
      ${column('account')}::text[], ${column('spentUsd')}::numeric[],
      ${column('reservedUsd')}::numeric[], ${column('extraUsd')}::numeric[]
    ) as seen (account, spent_usd, reserved_usd, extra_usd)
    using (account, spent_usd, reserved_usd, extra_usd)`;
  const changed = db.$with('changed').as(
    db
      .update(budgetAccounts)
      .set({ reservedUsd: sql`${reservedUsd} + ${amountUsd}::numeric` })
      .where(and(inArray(account, names), sql`(${unchanged}) = ${names.length}`))
      .returning({ account }),
  );
  const holding = await db
    .with(reservation, locked, changed)
    .update(budgetReservations)
    .set({ runId: runId ?? null, accounts: names, amountUsd, createdAt: new Date() })
    .where(and(eq(id, callId), exists(db.select().from(changed))))
    .returning({ id });
  return holding.length > 0;
}
