import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { GateChanges, Gates } from '../../contracts/trading/gates.ts';
import type { Json } from '../../contracts/base/json.ts';
import { paperAccountId } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { accounts, tradingChanges, tradingTerms } from './schema/trading.ts';
import { holdAccount, listAccountIds } from './accounts.ts';
import { stopOrders } from './stop-orders.ts';

/** The id under which the kill switch of all accounts is stored. No account has it. */
const everyAccount = '*';

/** Gates and kill switch of an account. */
export type TradingTerms = {
  /** Whether the kill switch of all accounts is on. `killSwitch` is then on too. */
  everyAccountStopped: boolean;
  /** The gates from the workers' settings; null before the first worker starts. */
  defaults: Gates | null;
  /** The values that override them. */
  changes: GateChanges;
  killSwitch: boolean;
  /** How events and records differ; null if they agree. */
  mismatch: string | null;
  reconciledAt: Date | null;
};
export type TradingChange = typeof tradingChanges.$inferSelect;

/** Whether a change applies to all accounts. */
export const isOfEveryAccount = ({ accountId }: TradingChange) => accountId === everyAccount;

/** Who changes what, and why. */
export type Change = { accountId: string; by: string; reason?: string | undefined };

/** Values of gates that older workers do not publish. */
const addedGates = {
  fillCollarPercent: null,
  sameBarExit: 'stop',
  maintenanceMargin: 0.3,
  borrowFeePercent: 0.25,
} as const;

const untouched: TradingTerms = {
  everyAccountStopped: false,
  defaults: null,
  changes: {},
  killSwitch: false,
  mismatch: null,
  reconciledAt: null,
};

/** Reads gates and kill switch. Within a transaction that holds the account's lock they cannot change. */
export async function readTradingTerms(db: Database, accountId: string): Promise<TradingTerms> {
  const rows = await db
    .select()
    .from(tradingTerms)
    .where(inArray(tradingTerms.accountId, [accountId, everyAccount]));
  const everyAccountStopped = rows.some((row) => row.accountId === everyAccount && row.killSwitch);
  const row = rows.find((one) => one.accountId === accountId);
  if (!row) return { ...untouched, everyAccountStopped, killSwitch: everyAccountStopped };
  const { defaults, gates, mismatch, reconciledAt } = row;
  const killSwitch = row.killSwitch || everyAccountStopped;
  return {
    everyAccountStopped,
    defaults: defaults === null ? null : { ...addedGates, ...(defaults as Gates) },
    changes: gates as GateChanges,
    killSwitch,
    mismatch,
    reconciledAt,
  };
}

/** Stores the gates from the workers' settings, for the API. */
export async function publishGates(db: Database, accountId: string, gates: Gates): Promise<void> {
  await write(db, accountId, { defaults: gates as Json });
}

/** Stores the result of a reconciliation. */
export async function noteReconciliation(
  db: Database,
  accountId: string,
  mismatch: string | null,
): Promise<void> {
  await write(db, accountId, { mismatch, reconciledAt: new Date() });
}

/** Overrides the gates from the workers' settings, and records the change. */
export async function changeGates(db: Database, who: Change, gates: GateChanges): Promise<void> {
  await db.transaction(async (tx) => {
    await holdAccount(tx, who.accountId);
    const before = await readTradingTerms(tx, who.accountId);
    await write(tx, who.accountId, { gates: gates as Json });
    await audit(tx, who, { kind: 'gates', before: before.changes as Json, after: gates as Json });
  });
}

/**
 * Turns the kill switch on or off, and records the change. While it is on, only orders that reduce a position are
 * accepted.
 * @param change.cancelOrders whether to cancel open orders that can open or increase a position. Stops, targets and
 * other orders on the opposite side of a position stay, and can only reduce it from then on.
 * @returns the number of requested cancels.
 */
export async function turnKillSwitch(
  db: Database,
  who: Change,
  change: { on: boolean; cancelOrders: boolean },
): Promise<number> {
  const { accountId } = who;
  return db.transaction(async (tx) => {
    await holdAccount(tx, accountId);
    await turnSwitch(tx, who, change.on);
    return change.on && change.cancelOrders ? stopOrders(tx, accountId, who) : 0;
  });
}

/**
 * Like {@link turnKillSwitch} for all accounts, including those opened later. Turned off, each account's own switch
 * applies again.
 */
async function turnEveryKillSwitch(
  db: Database,
  by: Omit<Change, 'accountId'>,
  change: { on: boolean; cancelOrders: boolean },
): Promise<number> {
  return db.transaction(async (tx) => {
    // Waits for orders in progress, and blocks new orders and new accounts meanwhile.
    await tx.execute(sql`lock table ${accounts} in exclusive mode`);
    await turnSwitch(tx, { ...by, accountId: everyAccount }, change.on);
    if (!change.on || !change.cancelOrders) return 0;
    let asked = 0;
    for (const id of await listAccountIds(tx)) asked += await stopOrders(tx, id, by);
    return asked;
  });
}

async function turnSwitch(tx: Database, who: Change, on: boolean): Promise<void> {
  const { accountId } = who;
  const [row] = await tx.select().from(tradingTerms).where(eq(tradingTerms.accountId, accountId));
  await write(tx, accountId, { killSwitch: on });
  await audit(tx, who, { kind: 'kill-switch', before: row?.killSwitch ?? false, after: on });
}

/** Changes of an account and of all accounts, newest first. */
export async function listTradingChanges(
  db: Database,
  page: { accountId: string; before?: number | undefined; limit: number },
): Promise<TradingChange[]> {
  const { accountId, before, limit } = page;
  return db
    .select()
    .from(tradingChanges)
    .where(
      and(
        inArray(tradingChanges.accountId, [accountId, everyAccount]),
        before === undefined ? undefined : lt(tradingChanges.id, before),
      ),
    )
    .orderBy(desc(tradingChanges.id))
    .limit(limit);
}

async function write(
  db: Database,
  accountId: string,
  values: Partial<typeof tradingTerms.$inferInsert>,
): Promise<void> {
  await db
    .insert(tradingTerms)
    .values({ ...values, accountId })
    .onConflictDoUpdate({ target: tradingTerms.accountId, set: values });
}

async function audit(
  tx: Database,
  { accountId, by, reason }: Change,
  change: Pick<TradingChange, 'kind' | 'before' | 'after'>,
): Promise<void> {
  await tx.insert(tradingChanges).values({ ...change, accountId, by, reason });
}

/** The terms of a paper account. */
export function paperTradingTerms(db: Database, accountId: string) {
  return {
    /** The default gates are the same for all accounts and stored once, under the operator's account. */
    async read(): Promise<TradingTerms> {
      const { defaults } = await readTradingTerms(db, paperAccountId);
      return { ...(await readTradingTerms(db, accountId)), defaults };
    },
    changeGates: (who: Omit<Change, 'accountId'>, gates: GateChanges) =>
      changeGates(db, { ...who, accountId }, gates),
    turnKillSwitch: (
      who: Omit<Change, 'accountId'>,
      change: { on: boolean; cancelOrders: boolean },
    ) => turnKillSwitch(db, { ...who, accountId }, change),
    listChanges: (page: { before?: number | undefined; limit: number }) =>
      listTradingChanges(db, { ...page, accountId }),

    turnEveryKillSwitch: (
      who: Omit<Change, 'accountId'>,
      change: { on: boolean; cancelOrders: boolean },
    ) => turnEveryKillSwitch(db, who, change),

    /**
     * The last change of the kill switch that applies: that of all accounts while it is on, otherwise the account's
     * own. Undefined if there is none.
     */
    async lastSwitched({ everyAccountStopped }: TradingTerms): Promise<TradingChange | undefined> {
      const switched = everyAccountStopped ? everyAccount : accountId;
      const isSwitch = eq(tradingChanges.kind, 'kill-switch');
      const [last] = await db
        .select()
        .from(tradingChanges)
        .where(and(eq(tradingChanges.accountId, switched), isSwitch))
        .orderBy(desc(tradingChanges.id))
        .limit(1);
      return last;
    },
  };
}
